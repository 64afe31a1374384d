import { readFileSync, writeFileSync } from 'node:fs';
import { terminalPicture } from '@fanfare/harness/terminal-picture';

/**
 * Draws the first posts of docs/python.md; a test holds that the page shows what its session
 * prints.
 */
const DOCS = new URL('../../../docs/', import.meta.url);

const page = readFileSync(new URL('python.md', DOCS), 'utf8');
const [section] = /^## The first post$[\s\S]*?(?=^## )/m.exec(page) ?? [];
if (section === undefined) throw new Error('docs/python.md has no first post.');
const lines = [...section.matchAll(/^```(python|text)\n([\s\S]*?)^```$/gm)].flatMap(([, kind, text = '']) => [
  ...text
    .trimEnd()
    .split('\n')
    .map((line) => (kind === 'python' ? `\u001b[36m${line}\u001b[0m` : line)),
  '',
]);
writeFileSync(
  new URL('images/python-session.svg', DOCS),
  terminalPicture(lines.join('\n'), 'A session with the Python client'),
);
