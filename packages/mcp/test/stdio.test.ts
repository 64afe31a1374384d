import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningMock, startMock } from '@fanfare/harness/testing';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { serve } from '../src/serve.ts';

const BIN = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
const HARBOUR = fileURLToPath(new URL('../../sandbox/samples/harbour.jpg', import.meta.url));

let mock: RunningMock;
let folder: string;
beforeAll(async () => {
  mock = await startMock();
  folder = mkdtempSync(path.join(tmpdir(), 'fanfare-mcp-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await mock.stop();
});

test('the program publishes a local file, once, with a key that nobody sees in its process', async () => {
  const keyFile = path.join(folder, 'key');
  writeFileSync(keyFile, `${mock.env.FANFARE_API_KEY}\n`);
  const env = {
    PATH: process.env.PATH ?? '',
    FANFARE_BASE_URL: mock.env.FANFARE_BASE_URL,
    FANFARE_API_KEY_FILE: keyFile,
  };
  const transport = new StdioClientTransport({ command: process.execPath, args: [BIN], env });
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const post = { content: 'From a file.', accounts: ['x'], media: [{ path: HARBOUR, altText: 'Boats' }] };
  const answers = await Promise.all([1, 2].map(() => client.callTool({ name: 'publish_post', arguments: post })));
  const posts = answers.map(({ structuredContent }) => structuredContent as { post: { id: string; media: object[] } });
  expect(posts[0]!.post).toMatchObject({
    status: 'published',
    media: [{ type: 'image', url: expect.stringContaining('/harbour.jpg') }],
  });
  expect(posts[1]!.post.id).toBe(posts[0]!.post.id);
  const seen = ['cmdline', 'environ'].map((name) => readFileSync(`/proc/${transport.pid}/${name}`, 'utf8'));
  expect(seen.filter((text) => text.includes(mock.env.FANFARE_API_KEY))).toEqual([]);
});

test('only pictures, videos and documents of the folder are read, wherever a link leads', async () => {
  const env = { PATH: process.env.PATH ?? '', ...mock.env, FANFARE_MCP_FOLDER: folder };
  writeFileSync(path.join(folder, 'notes.txt'), 'secret');
  symlinkSync(HARBOUR, path.join(folder, 'link.jpg'));
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [BIN], env }));
  onTestFinished(() => client.close());
  const say = async (given: Record<string, unknown>) => {
    const { structuredContent, isError } = await client.callTool({ name: 'upload_media', arguments: given });
    return [isError, (structuredContent as { summary: string }).summary];
  };
  const outside = 'is outside of the folder that may be read (FANFARE_MCP_FOLDER).';
  expect([
    await say({ path: 'notes.txt' }),
    await say({ path: 'link.jpg' }),
    await say({ path: '../../../etc/passwd' }),
    await say({ path: HARBOUR }),
    await say({ path: 'missing.jpg' }),
    await say({}),
  ]).toEqual([
    [true, 'notes.txt is no picture, video or document by its name.'],
    [true, `link.jpg ${outside}`],
    [true, expect.stringMatching(/is outside of the folder|There is no file/)],
    [true, `${HARBOUR} ${outside}`],
    [true, 'There is no file missing.jpg.'],
    [true, 'Give exactly one of url and path.'],
  ]);
});

test.each([
  [{}, 'Set FANFARE_BASE_URL to the address of your Fanfare.\n'],
  [{ FANFARE_BASE_URL: 'http://x' }, 'Set FANFARE_API_KEY, or FANFARE_API_KEY_FILE to a file that holds the key.\n'],
  [{ FANFARE_BASE_URL: 'http://x', FANFARE_API_KEY_FILE: '/none' }, 'FANFARE_API_KEY_FILE: /none cannot be read.\n'],
  [
    { FANFARE_BASE_URL: 'ftp://x', FANFARE_API_KEY: 'k' },
    expect.stringContaining('`baseUrl` is an http or https address'),
  ],
  [
    { FANFARE_BASE_URL: 'http://x', FANFARE_API_KEY: 'k', FANFARE_MCP_CONFIRM: 'yes' },
    'FANFARE_MCP_CONFIRM is 1 or 0.\n',
  ],
])('with %j it does not start, and standard output stays empty', async (env, stderr) => {
  const written = { stdout: '', stderr: '' };
  const process = {
    env,
    stdout: { write: (text: string) => (written.stdout += text) },
    stderr: { write: (text: string) => (written.stderr += text) },
  };
  expect([await serve([], process as never), written]).toEqual([2, { stdout: '', stderr }]);
});
