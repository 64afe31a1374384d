import { once } from 'node:events';
import type { Server } from 'node:http';
import { type RunningMock, startMock } from '@fanfare/harness/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { serve } from '../src/serve.ts';
import { addressOf, serveHttp } from '../src/serve-http.ts';
import { ERAS } from './connect-mock.ts';

let mock: RunningMock;
let server: Server;
let url: string;
let key: string;
beforeAll(async () => {
  mock = await startMock();
  key = mock.env.FANFARE_API_KEY;
  const place = { port: 0, host: '127.0.0.1' };
  const baseUrl = mock.env.FANFARE_BASE_URL;
  server = await serveHttp({ ...place, baseUrl, confirm: false, onError: () => undefined });
  url = addressOf(server);
});
afterAll(async () => {
  server.close().closeAllConnections();
  await once(server, 'close');
  await mock.stop();
});

test.each(ERAS)('a client of the %s protocol publishes once to a mock, over HTTP, with its own key', async (era) => {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  onTestFinished(() => client.close());
  const call = { name: 'publish_post', arguments: { content: `Over HTTP, ${era}.`, accounts: ['x'] } };
  const answers = [await client.callTool(call), await client.callTool(call)];
  const seen = answers.map(({ structuredContent }) => structuredContent as { replayed: boolean; post: object });
  expect(seen).toEqual([
    expect.objectContaining({ replayed: false, post: expect.objectContaining({ status: 'published' }) }),
    expect.objectContaining({ replayed: true }),
  ]);
  const { tools } = await client.listTools();
  const { properties } = tools.find(({ name }) => name === 'upload_media')!.inputSchema;
  // The caller may be on another machine.
  expect([tools.length, Object.keys(properties ?? {})]).toEqual([14, expect.not.arrayContaining(['path'])]);
});

test.each([
  [404, '/', {}, 'MCP is at /mcp.'],
  [403, '/mcp', { Origin: 'https://evil.example' }, 'Pages of other sites may not call this.'],
  [403, '/mcp', { Origin: 'null' }, 'Pages of other sites may not call this.'],
  [401, '/mcp', {}, 'Send a key of the project as Authorization: Bearer.'],
  [401, '/mcp?key=fanfare_sk_1', { Cookie: 'key=fanfare_sk_1' }, 'Send a key of the project as Authorization: Bearer.'],
])('%i for a request to %s with %j', async (status, path, headers, error) => {
  const answer = await fetch(new URL(path, url), { method: 'POST', headers, body: '{}' });
  expect([answer.status, answer.headers.get('WWW-Authenticate'), await answer.json()]).toEqual([
    status,
    status === 401 ? 'Bearer' : null,
    { error },
  ]);
});

test('a body that is too large, or is no JSON, is refused', async () => {
  const send = (body: string) =>
    fetch(url, {
      method: 'POST',
      headers: {
        ...{ Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        Accept: 'application/json, text/event-stream',
      },
      body,
    });
  const [large, broken] = [await send(`"${'a'.repeat(5_000_000)}"`), await send('{')];
  expect([large.status, broken.status]).toEqual([413, 400]);
});

test.each([
  [['--http', '--port', 'x'], '--port is a number from 0 to 65535, not x.\n'],
  [['--htp'], /^Unknown option '--htp'/],
  [['--http'], 'Set FANFARE_BASE_URL to the address of your Fanfare.\n'],
  [['--http', '--port', '%'], /EADDRINUSE/],
])('with %j it does not start, and says why', async (words, said) => {
  let written = '';
  const stderr = { write: (text: string) => (written += text) };
  const env = words.includes('%') ? { FANFARE_BASE_URL: 'http://x' } : {};
  const given = words.map((word) => word.replace('%', new URL(url).port));
  expect([await serve(given, { env, stderr } as never), written]).toEqual([
    2,
    typeof said === 'string' ? said : expect.stringMatching(said),
  ]);
});
