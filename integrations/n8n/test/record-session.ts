import { readFileSync, writeFileSync } from 'node:fs';
import { terminalPicture } from '@fanfare/harness/terminal-picture';
import type { N8n } from './start-n8n.ts';

const PAGE = new URL('../../../docs/n8n.md', import.meta.url);
const PICTURE = new URL('../../../docs/images/n8n-session.svg', import.meta.url);
const BLOCK = /(<!-- session -->\n\n```text\n)([\s\S]*?)(\n```)/;

const RUN = 'n8n execute --id=… --rawOutput > run.json';
const SHOW = `node -p "JSON.parse(fs.readFileSync('run.json', 'utf8').replace(/^[^{]*/, ''))
  .data.resultData.runData.Publish[0].data.main[0]
  .map(({ json }) => json.error?.split(' There')[0]
    ?? [json.idempotencyKey, json.replayed, json.post.status])"`;

/** Runs a workflow twice with the command of n8n, and returns what the shell shows. */
export async function recordSession(n8n: N8n, workflowId: string): Promise<string> {
  const lines: string[] = [];
  for (let runs = 0; runs < 2; runs++) {
    await n8n.shell(RUN.replace('…', workflowId));
    lines.push(`$ ${RUN}`, `$ ${SHOW}`, (await n8n.shell(SHOW)).trim());
  }
  return lines.join('\n');
}

/** The session that docs/n8n.md shows. */
export const readSession = (): string | undefined => BLOCK.exec(readFileSync(PAGE, 'utf8'))?.[2];

/** Writes a session into docs/n8n.md, and its picture. */
export function writeSession(text: string): void {
  const page = readFileSync(PAGE, 'utf8');
  if (!BLOCK.test(page)) throw new Error('docs/n8n.md has no place for the session.');
  writeFileSync(
    PAGE,
    page.replace(BLOCK, (_, start, __, end) => `${start}${text}${end}`),
  );
  const coloured = text.replaceAll(/^\$ .*(?:\n {2,}[.?].*)*/gm, (call) =>
    call
      .split('\n')
      .map((line) => `\u001b[36m${line}\u001b[0m`)
      .join('\n'),
  );
  writeFileSync(
    PICTURE,
    terminalPicture(coloured, 'A workflow with the node of Fanfare, run twice by the command of n8n'),
  );
}
