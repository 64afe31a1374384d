/**
 * Writes the recorded session of docs/cli.md, as text and as a picture, from what the command
 * prints on a terminal.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { terminalPicture } from '@fanfare/harness/terminal-picture';
import { recordSession } from './session.ts';

const PAGE = new URL('../../../docs/cli.md', import.meta.url);
const PICTURE = fileURLToPath(new URL('../../../docs/images/cli-session.svg', import.meta.url));
const BLOCK = /(?<=<!-- session -->\n\n```text\n)[^`]*(?=```)/;

const session = await recordSession();
const page = readFileSync(PAGE, 'utf8');
if (!BLOCK.test(page)) throw new Error('docs/cli.md has no place for the session.');
writeFileSync(
  PAGE,
  page.replace(BLOCK, () => session.text),
);
writeFileSync(PICTURE, terminalPicture(session.shown, 'A session of fanfare-cli'));
process.stdout.write(session.text);
