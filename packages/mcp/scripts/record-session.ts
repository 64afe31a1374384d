import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { terminalPicture } from '@fanfare/harness/terminal-picture';
import { startService } from '@fanfare/harness/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** Records what an agent sees of a server, for `docs/mcp.md` and its picture. */
const DOCS = path.join(import.meta.dirname, '../../../docs');
const WIDTH = 104;

const service = await startService();
const client = new Client({ name: 'recording', version: '1' }, { versionNegotiation: { mode: 'auto' } });
await client.connect(
  new StreamableHTTPClientTransport(new URL(`${service.baseUrl}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${service.apiKey}` } },
  }),
);

const lines: string[] = [];
async function call(name: string, given: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { structuredContent, isError } = await client.callTool({ name, arguments: given });
  const answer = structuredContent as { summary: string };
  lines.push(
    ...wrapped(`> ${name} ${JSON.stringify(given)}`),
    ...wrapped(`${isError ? '! ' : ''}${answer.summary}`),
    '',
  );
  return structuredContent as Record<string, unknown>;
}

const wrapped = (text: string): string[] =>
  text.match(new RegExp(`.{1,${WIDTH}}(?= |$)`, 'g'))?.map((line) => line.trimStart()) ?? [];

let isCall = false;
/** A line of the picture: calls are blue, what failed is red. */
function coloured(line: string): string {
  // A wrapped call goes on until its answer, which begins a sentence.
  isCall = line.startsWith('> ') || (isCall && !/^[A-Z!0-9]/.test(line));
  const code = isCall ? 36 : line.startsWith('! ') ? 31 : null;
  return code === null ? line : `\u001b[${code}m${line}\u001b[0m`;
}

const post = { content: 'The harbour is awake. Rye is back in the bakery.', accounts: ['x', 'threads'] };
await call('list_accounts', {});
await call('check_post', { ...post, content: `${post.content} ${'We bake from five. '.repeat(14)}`.trim() });
await service.fail({
  ...{ network: 'threads', method: 'POST', path: '/threads_publish', action: 'status' as const, status: 400 },
  body: { error: { message: 'Link not allowed', type: 'OAuthException', code: 100, error_subcode: 4279046 } },
});
const first = await call('publish_post', post);
await call('publish_post', post);
await call('retry_failed', { postId: (first.post as { id: string }).id });
await client.close();
await service.stop();

const text = lines.join('\n').trimEnd().replaceAll(service.baseUrl, 'https://fanfare.example.com');
writeFileSync(
  path.join(DOCS, 'images/mcp-session.svg'),
  terminalPicture(text.split('\n').map(coloured).join('\n'), 'A session of an agent with the tools of Fanfare'),
);
const page = path.join(DOCS, 'mcp.md');
const before = readFileSync(page, 'utf8');
const block = /(<!-- session -->\n\n```text\n)[\s\S]*?(\n```)/;
if (!block.test(before)) throw new Error('docs/mcp.md has no place for the session.');
writeFileSync(
  page,
  before.replace(block, (_, start, end) => `${start}${text}${end}`),
);
