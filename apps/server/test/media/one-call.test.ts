import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { MediaFile } from '@fanfare/contract';
import { afterAll, expect, test } from 'vitest';
import { openSocket, readAnswer } from '../raw-http.ts';
import { until } from '../until.ts';
import { useServer } from '../use-server.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'fanfare-one-call-'));
afterAll(() => rm(folder, { recursive: true }));

const server = useServer({ env: { MEDIA_DIR: folder } });
const sample = fileURLToPath(new URL('../../../../packages/sandbox/samples/latte.png', import.meta.url));
const content = readFileSync(sample);

/** Sends the head of a call, and so much of its body. */
async function begin(apiKey: string, headers: string, body: string | Buffer = '') {
  const socket = await openSocket(server.baseUrl);
  socket.on('error', () => undefined);
  socket.write(
    `PUT /api/v1/media?filename=latte.png HTTP/1.1\r\nHost: fanfare\r\nConnection: close\r\nAuthorization: Bearer ${apiKey}\r\n${headers}\r\n\r\n`,
  );
  socket.write(body);
  return socket;
}
const mediaOf = (text: string) => (JSON.parse(text) as { media: MediaFile }).media;

test('curl -T uploads a file in one call', async () => {
  const project = await server.createProject();
  const { stdout } = await promisify(execFile)('curl', [
    ...['-sS', '--expect100-timeout', '60', '-H', 'Expect: 100-continue', '-T', sample],
    ...['-H', `Authorization: Bearer ${project.apiKey}`, `${server.baseUrl}/api/v1/media?filename=latte.png`],
  ]);
  const media = mediaOf(stdout);
  expect(media).toMatchObject({ status: 'ready', contentType: 'image/png', bytes: content.length });
  const served = await fetch(media.url);
  expect(Buffer.from(await served.arrayBuffer()).equals(content)).toBe(true);
});

test.each([
  ['a file that is too large', 'Content-Length: 8388609', 413],
  ['a body of unknown length', 'Transfer-Encoding: chunked', 400],
])('%s is refused before it is sent', async (_, length, status) => {
  const { apiKey } = await server.createProject();
  const answer = await readAnswer(await begin(apiKey, `${length}\r\nExpect: 100-continue`));
  expect(answer.status).toBe(status);
  expect(answer.text).not.toContain('100 Continue');
});

test('a call that broke off leaves a file that awaits its bytes, and with its key a later one finishes it', async () => {
  const project = await server.createProject();
  const headers = `Content-Length: ${content.length}\r\nIdempotency-Key: broken`;
  const socket = await begin(project.apiKey, headers, content.subarray(0, 50_000));
  await until(async () => (await parts()).length === 1 || null);
  socket.resetAndDestroy();
  const list = async () => (await project.call<{ media: MediaFile[] }>('GET', '/api/v1/media')).body.media;
  const [awaited] = await list();
  expect(awaited).toMatchObject({ status: 'awaiting_upload', filename: 'latte.png', bytes: content.length });
  const answer = await until(async () => {
    const again = await readAnswer(await begin(project.apiKey, headers, content));
    // The server may not know yet that the first caller is gone.
    return again.status === 503 ? null : again;
  });
  expect([answer.status, mediaOf(answer.text)]).toMatchObject([200, { id: awaited!.id, status: 'ready' }]);
  expect(await list()).toHaveLength(1);
  expect(await parts()).toEqual([]);
  expect(server.log()).not.toContain('"level":50');
});

const parts = async () => (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.part'));
