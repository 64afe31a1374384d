import { once } from 'node:events';
import { expect, test } from 'vitest';
import { openSocket, readAnswer } from '../raw-http.ts';
import { until } from '../until.ts';
import { beginPut, patch } from './send-upload.ts';
import { useMediaServer } from './use-media-server.ts';

const server = useMediaServer();

const put = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'PUT', body, headers: { 'Content-Type': 'image/jpeg', ...headers } });
const head = (url: string) => fetch(url, { method: 'HEAD' });
const offsetOf = async (url: string) => (await head(url)).headers.get('Upload-Offset');
const refusal = async (answer: Response) => {
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  return [answer.status, error.code, error.message];
};
const stored = async (key: string) => String(await server.store.read(key, 0, 1_000));

test('a PUT of the announced bytes is taken once', async () => {
  const file = await server.announce({ bytes: 5 });
  const answer = await put(file.uploadUrl, 'hello');
  expect([answer.status, answer.headers.get('Upload-Offset')]).toEqual([204, '5']);
  expect(await stored(file.key)).toBe('hello');
  expect(await server.store.size(file.key)).toBe(5);
  expect(await refusal(await put(file.uploadUrl, 'other'))).toEqual([
    409,
    'upload_closed',
    'All bytes of the file are here. Complete it.',
  ]);
  expect(await stored(file.key)).toBe('hello');
});

test('parts follow each other, whatever is tried in between', async () => {
  const file = await server.announce({ bytes: 10 });
  const url = file.uploadUrl;
  const state = await head(url);
  expect(
    Object.fromEntries(
      ['Upload-Offset', 'Upload-Length', 'Tus-Resumable', 'Cache-Control'].map((name) => [
        name,
        state.headers.get(name),
      ]),
    ),
  ).toEqual({
    ...{ 'Upload-Offset': '0', 'Upload-Length': '10', 'Tus-Resumable': '1.0.0', 'Cache-Control': 'no-store' },
  });
  expect((await patch(url, 0, 'abcd')).headers.get('Upload-Offset')).toBe('4');
  const wrong = await patch(url, 3, 'xxxx');
  expect(wrong.headers.get('Upload-Offset')).toBe('4');
  expect(await refusal(wrong)).toEqual([409, 'upload_incomplete', 'The next part begins at 4, not at 3.']);
  expect((await refusal(await patch(url, 4, 'much too long')))[0]).toBe(413);
  expect((await refusal(await patch(url, 'four', 'x')))[0]).toBe(400);
  expect((await refusal(await patch(url, 4, 'x', { 'Content-Type': 'image/jpeg' })))[0]).toBe(415);
  const old = await patch(url, 4, 'x', { 'Tus-Resumable': '0.2.2' });
  expect([old.status, old.headers.get('Tus-Version')]).toEqual([412, '1.0.0']);
  expect(await offsetOf(url)).toBe('4');
  expect((await patch(url, 4, 'efghij')).status).toBe(204);
  expect(await stored(file.key)).toBe('abcdefghij');
  expect(await offsetOf(url)).toBe('10');
});

test('a part without a length may not be longer than what is missing', async () => {
  const file = await server.announce({ bytes: 10 });
  const socket = await openSocket(server.baseUrl);
  const { pathname } = new URL(file.uploadUrl);
  socket.write(
    `PATCH ${pathname} HTTP/1.1\r\nHost: fanfare\r\nConnection: close\r\nTransfer-Encoding: chunked\r\nUpload-Offset: 0\r\nTus-Resumable: 1.0.0\r\nContent-Type: application/offset+octet-stream\r\n\r\n4\r\nabcd\r\n`,
  );
  await until(async () => (await server.store.received(file.key)) === 4 || null);
  socket.write(`ff\r\n${'x'.repeat(255)}\r\n0\r\n\r\n`);
  const answer = await readAnswer(socket);
  expect(answer.status).toBe(413);
  expect(await offsetOf(file.uploadUrl)).toBe('4');
});

test.each([
  ['another type', {}, 'hello', { 'Content-Type': 'image/png' }, 415, 'unsupported_media_type'],
  ['fewer bytes', {}, 'hell', {}, 400, 'invalid_request'],
  ['more bytes', {}, 'hello!', {}, 413, 'payload_too_large'],
  ['compressed bytes', {}, 'hello', { 'Content-Encoding': 'gzip' }, 415, 'unsupported_media_type'],
])('a PUT with %s is refused and leaves nothing', async (_name, _of, body, headers, status, code) => {
  const file = await server.announce({ bytes: 5 });
  expect((await refusal(await put(file.uploadUrl, body, headers))).slice(0, 2)).toEqual([status, code]);
  expect(await server.store.received(file.key)).toBe(0);
});

test('5 GB for a file of 2 MB are refused before they are sent', async () => {
  const file = await server.announce({ bytes: 2_000_000 });
  const socket = await beginPut({ ...file, bytes: 5_000_000_000 }, '');
  expect((await readAnswer(socket)).status).toBe(413);
});

test('an unknown, expired or completed upload is not found, and a missing method is named', async () => {
  const gone = [404, 'not_found', 'There is no upload at this address: it is unknown, completed or expired.'];
  expect(await refusal(await put(`${server.baseUrl}/uploads/${'x'.repeat(43)}`, 'hello'))).toEqual(gone);
  const file = await server.announce({ bytes: 5 });
  const get = await fetch(file.uploadUrl);
  expect([get.headers.get('Allow'), ...(await refusal(get)).slice(0, 2)]).toEqual([
    'HEAD, PUT, PATCH, OPTIONS',
    405,
    'method_not_allowed',
  ]);
  server.advance(3_600_000);
  expect(await refusal(await put(file.uploadUrl, 'hello'))).toEqual(gone);
  expect((await head(file.uploadUrl)).status).toBe(404);
});

test('bytes that come after the time of an upload are refused, also of one that began in time', async () => {
  const file = await server.announce({ bytes: 10 });
  const socket = await beginPut(file, 'abcd');
  await until(async () => (await server.store.received(file.key)) === 4 || null);
  server.advance(3_600_000);
  socket.write('efghij');
  expect((await readAnswer(socket)).status).toBe(404);
  expect(await server.store.received(file.key)).toBe(4);
});

test('pages of any origin may upload, without a cookie', async () => {
  const file = await server.announce({ bytes: 5 });
  const preflight = await fetch(file.uploadUrl, {
    method: 'OPTIONS',
    headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'PATCH' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(preflight.headers.get('Access-Control-Allow-Methods')).toBe('PUT, PATCH, HEAD, OPTIONS');
  expect(preflight.headers.get('Access-Control-Allow-Headers')).toContain('Upload-Offset');
  expect(preflight.headers.get('Tus-Version')).toBe('1.0.0');
  const refused = await put(file.uploadUrl, 'x');
  expect([refused.headers.get('Access-Control-Allow-Origin'), refused.headers.get('Set-Cookie')]).toEqual(['*', null]);
});

test('what came before a client hung up stays', async () => {
  const file = await server.announce({ bytes: 10 });
  const socket = await beginPut(file, 'abcd');
  await until(async () => (await server.store.received(file.key)) === 4 || null);
  socket.resetAndDestroy();
  await once(socket, 'close');
  await until(async () => (await patch(file.uploadUrl, 4, 'efghij')).status === 204 || null);
  expect(await stored(file.key)).toBe('abcdefghij');
  expect(server.log()).not.toContain('"level":50');
});

test('while one request sends a file another one is refused, unless the first has gone silent', async () => {
  const file = await server.announce({ bytes: 10 });
  const first = await beginPut(file, 'ab');
  await until(async () => (await server.store.received(file.key)) === 2 || null);
  expect(await refusal(await patch(file.uploadUrl, 2, 'cdefghij'))).toEqual([
    409,
    'upload_closed',
    'Another request is sending this file. Wait until it has ended, then ask for the offset with HEAD.',
  ]);
  expect(await offsetOf(file.uploadUrl)).toBe('2');
  server.advance(2_000);
  const answer = readAnswer(first);
  expect((await patch(file.uploadUrl, 2, 'cdefghij')).status).toBe(204);
  expect((await answer).status).toBe(409);
  expect(await stored(file.key)).toBe('abcdefghij');
});

test('a project has 50 uploads under way at most, which leave room for others', async () => {
  const { projectId } = await server.announce();
  const files = await Promise.all(Array.from({ length: 50 }, () => server.announce({ projectId, bytes: 10 })));
  const sockets = await Promise.all(files.map((file) => beginPut(file, 'ab')));
  await until(async () => {
    const received = await Promise.all(files.map(({ key }) => server.store.received(key)));
    return received.every((bytes) => bytes === 2) || null;
  });
  const more = await server.announce({ projectId, bytes: 5 });
  const other = await server.announce({ bytes: 5 });
  const [refused, taken] = await Promise.all([put(more.uploadUrl, 'hello'), put(other.uploadUrl, 'hello')]);
  expect([refused.status, refused.headers.get('Retry-After'), taken.status]).toEqual([503, '5', 204]);
  for (const socket of sockets) socket.destroy();
});

test('no token is logged', async () => {
  const file = await server.announce({ bytes: 5 });
  await put(file.uploadUrl, 'hello');
  const token = file.uploadUrl.split('/').at(-1)!;
  await until(async () => server.log().includes('"path":"/uploads/:token","status":204') || null);
  expect(server.log()).not.toContain(token);
});

// It ends the uploads of this server, so it comes last.
test('a stop takes no more, waits for an upload that ends, and cuts another one, whose bytes stay', async () => {
  const [ending, cut, late] = await Promise.all([10, 10, 5].map((bytes) => server.announce({ bytes })));
  const sockets = await Promise.all([ending!, cut!].map((file) => beginPut(file, 'ab')));
  for (const { key } of [ending!, cut!]) await until(async () => (await server.store.received(key)) === 2 || null);
  const drained = server.uploads.drain();
  expect((await put(late!.uploadUrl, 'hello')).status).toBe(503);
  sockets[0]!.write('cdefghij');
  expect((await readAnswer(sockets[0]!)).status).toBe(204);
  server.uploads.close();
  expect((await readAnswer(sockets[1]!)).status).toBe(503);
  await drained;
  expect(await server.store.received(cut!.key)).toBe(2);
});
