import { readFileSync } from 'node:fs';

/** The blocks of plain text in a README: what it says a program prints. */
export function shownIn(readme: URL): string[] {
  return [...readFileSync(readme, 'utf8').matchAll(/```text\n(.*?)```/gs)].map(([, text = '']) => text);
}
