const LINE = 20;
const MARGIN = 24;

/** Draws lines of a session as SVG: calls in one colour, answers in another. */
export function renderSession(lines: readonly string[]): string {
  let isCall = false;
  const texts = lines.map((line, index) => {
    // A wrapped call goes on until its answer, which begins a new sentence.
    isCall = line.startsWith('> ') || (isCall && !/^[A-Z!0-9]/.test(line));
    const colour = isCall ? '#8fd3ff' : line.startsWith('! ') ? '#ff9d9d' : '#e6e6e6';
    return `<text x="${MARGIN}" y="${MARGIN + LINE * (index + 0.7)}" fill="${colour}">${escaped(line)}</text>`;
  });
  const height = LINE * lines.length + 2 * MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 ${height}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14" role="img" aria-label="A session of an agent with the tools of Fanfare"><rect width="960" height="${height}" rx="10" fill="#17212b"/>${texts.join('')}</svg>\n`;
}

const escaped = (text: string): string => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
