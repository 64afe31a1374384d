const COLOURS: Readonly<Record<string, string>> = {
  '1': 'font-weight="bold"',
  '2': 'opacity="0.6"',
  '31': 'fill="#ff8f8f"',
  '32': 'fill="#8fd98f"',
  '33': 'fill="#f0c674"',
  '36': 'fill="#8fd3e8"',
};
const LINE = 20;
const CHARACTER = 8.45;
const EDGE = 18;

/** Draws the output of a terminal as SVG: texts stay texts. */
export function terminalPicture(shown: string, title: string): string {
  const lines = shown.trimEnd().split('\n');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the codes of a terminal begin with one.
  const widest = Math.max(...lines.map((line) => [...line.replaceAll(/\u001b\[\d+m/g, '')].length));
  const [width, height] = [Math.ceil(widest * CHARACTER) + 2 * EDGE, lines.length * LINE + 2 * EDGE];
  const texts = lines.map((line, at) => `<text x="${EDGE}" y="${EDGE + LINE * (at + 0.75)}">${spans(line)}</text>`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="#1c2128"/>`,
    '<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" fill="#e6e6e6">',
    ...texts,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function spans(line: string): string {
  const command = line.startsWith('$ ') ? ' font-weight="bold"' : '';
  let style = '';
  return line
    .split('\u001b[')
    .map((part, at) => {
      const [, code = '', text = part] = at === 0 ? [] : (/^(\d+)m(.*)$/.exec(part) ?? []);
      if (at > 0) style = COLOURS[code] ?? '';
      if (text === '') return '';
      return style === '' ? `<tspan${command}>${escaped(text)}</tspan>` : `<tspan ${style}>${escaped(text)}</tspan>`;
    })
    .join('');
}

/** Spaces that no renderer takes together. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(' ', '\u00a0');
