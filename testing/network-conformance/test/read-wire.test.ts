import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { createHttp, type OutgoingCall } from '@fanfare/network';
import { expect, it, onTestFinished } from 'vitest';
import { readWire } from '../src/read-wire.ts';
import { recordRequests } from '../src/record-requests.ts';

/** Sends a call over real HTTP and reads it back. */
async function there(
  call: Omit<OutgoingCall, 'url' | 'effect' | 'signal'>,
  send?: (port: number) => Promise<void>,
  byteTypes?: readonly string[],
) {
  const server = createServer((request, response) => request.resume().once('end', () => response.end())).listen(0);
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const http = createHttp({ egress: { allowedHosts: [], trustedOrigins: [origin] } });
  const recorded = recordRequests(() => false);
  onTestFinished(async () => {
    recorded.stop();
    await http.close();
    server.close();
  });
  if (send) await send(port);
  else await http({ ...call, url: `${origin}/a%3Ab`, effect: 'read', signal: new AbortController().signal });
  expect(recorded.requests).toHaveLength(1);
  return readWire(recorded.requests[0]!, byteTypes);
}

it('a form, its query and its headers come back unchanged', async () => {
  const body = { form: { text: 'a & b = ü', empty: '' } };
  const read = await there({ method: 'POST', query: { fields: 'id,name' }, headers: { 'X-More': '1' }, body });
  expect(read).toMatchObject({ method: 'POST', headers: { 'x-more': '1' }, body });
  expect(new URL(read.url).pathname + new URL(read.url).search).toBe('/a%3Ab?fields=id%2Cname');
});

it('a call without a body has none', async () => {
  expect((await there({ method: 'GET' })).body).toBeUndefined();
});

it('JSON comes back unchanged', async () => {
  const body = { json: { a: { b: [1, 'ü'] } } };
  expect((await there({ method: 'POST', body })).body).toEqual(body);
});

it('parts of a multipart body come back byte for byte', async () => {
  const bytes = Uint8Array.from([0, 13, 10, 255, 45, 45, 13, 10, 13, 10, 7]);
  const file = { name: 'media', filename: 'media', contentType: 'image/jpeg', bytes };
  const read = await there({ method: 'POST', body: { multipart: [{ name: 'n', value: 'ü' }, file] } });
  expect(read.body).toEqual({
    multipart: [
      { name: 'n', value: 'ü' },
      { ...file, bytes: Buffer.from(bytes) },
    ],
  });
});

it('bytes are bytes only with their own type', async () => {
  const bytes = Buffer.from('abc');
  const octets = { bytes, contentType: 'application/octet-stream', contentLength: 3 };
  expect((await there({ method: 'PUT', body: octets })).body).toEqual(octets);
  const picture = there({ method: 'PUT', body: { ...octets, contentType: 'image/png' } });
  await expect(picture).rejects.toThrow('no table knows bodies of the type image/png');
  const body = { ...octets, contentType: 'image/png' };
  expect((await there({ method: 'PUT', body }, undefined, ['image/png'])).body).toEqual(body);
});

it.each([
  ['POST /?a=1&a=2 HTTP/1.1', '', 'query parameters stand twice: a'],
  ['POST / HTTP/1.1', 'a=1&a=2', 'a field stands twice in a form'],
  ['PATCH / HTTP/1.1', '', 'nobody sends PATCH'],
])('%s %s: %s', async (line, form, problem) => {
  const type = form === '' ? '' : 'content-type: application/x-www-form-urlencoded\r\n';
  const head = `${line}\r\nhost: 127.0.0.1\r\nuser-agent: Fanfare\r\nconnection: close\r\n${type}`;
  const send = (port: number) =>
    new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1').once('close', () => resolve());
      socket.resume().end(`${head}content-length: ${form.length}\r\n\r\n${form}`);
    });
  await expect(there({ method: 'POST' }, send)).rejects.toThrow(problem);
});
