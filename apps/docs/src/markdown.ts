/** Blocks with an empty line between them. */
export function page(blocks: readonly string[]): string {
  return `${blocks.join('\n\n')}\n`;
}

/** A page under a line that names the command that wrote it, and what to edit instead. */
export function writtenBy(command: string, sources: string, text: string): string {
  return page([`<!-- Written by "pnpm ${command}" from ${sources}: edit those. -->`, text.trimEnd()]);
}

export const code = (text: string): string => `\`${text}\``;

/** A heading with an anchor of our own: renderers differ, and two headings may be equal. */
export function anchored(id: string, heading: string): string {
  return `<a id="${id}"></a>\n\n${heading}`;
}

export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(header), `|${'---|'.repeat(header.length)}`, ...rows.map(line)].join('\n');
}

export function list(entries: readonly string[]): string {
  return entries.map((entry) => `- ${entry}`).join('\n');
}

export function json(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}
