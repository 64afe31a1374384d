import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { type Fault, startGate } from '@fanfare/network-conformance';
import { expect, it } from 'vitest';

/** A simulator that counts its requests. */
async function aGate() {
  const done: string[] = [];
  const gate = await startGate((request, response) => {
    request.resume().once('end', () => {
      done.push(`${request.method} ${request.url}`);
      response.writeHead(201, { 'content-type': 'application/json', 'x-made': '1' });
      response.write('{"id":');
      response.end('"7"}');
    });
  });
  const post = async (path = '/things?a=1') => {
    const response = await fetch(`${gate.origin}${path}`, { method: 'POST', body: 'hello' });
    return [response.status, response.headers.get('x-made'), await response.text()];
  };
  return { gate, done, post };
}

const fault = (more: Omit<Fault, 'method' | 'path'>): Fault => ({ method: 'POST', path: '^/things$', ...more });
const MEBIBYTE = 1024 * 1024;
const MADE = [201, '1', '{"id":"7"}'];

it('passes every request without a matching fault', async () => {
  const { gate, done, post } = await aGate();
  gate.fail(fault({ action: 'drop_before' }));
  expect(await post('/others')).toEqual(MADE);
  expect((await fetch(`${gate.origin}/things`)).status).toBe(201);
  expect(done).toEqual(['POST /others', 'GET /things']);
  await gate.close();
});

it.each([
  ['status', 0],
  ['status_after', 1],
] as const)('%s: the client gets the injected fault, as often as it was set', async (action, happens) => {
  const { gate, done, post } = await aGate();
  gate.fail(fault({ action, status: 429, headers: { 'retry-after': '7' }, body: { error: 'slow' }, times: 2 }));
  expect(await post()).toEqual([429, null, '{"error":"slow"}']);
  expect(await post()).toEqual([429, null, '{"error":"slow"}']);
  expect(done).toHaveLength(2 * happens);
  expect(await post()).toEqual(MADE);
  await gate.close();
});

it.each([
  ['drop_before', 0],
  ['drop_after', 1],
] as const)('%s: the client gets nothing', async (action, happens) => {
  const { gate, done, post } = await aGate();
  gate.fail(fault({ action }));
  await expect(post()).rejects.toThrow('fetch failed');
  expect(done).toHaveLength(happens);
  expect(await post()).toEqual(MADE);
  await gate.close();
});

it('delay_after: the network executes long before its answer arrives', async () => {
  const { gate, done, post } = await aGate();
  gate.fail(fault({ action: 'delay_after', delayMs: 60 }));
  const startedAt = performance.now();
  expect(await post()).toEqual(MADE);
  expect(performance.now() - startedAt).toBeGreaterThan(50);
  expect(done).toHaveLength(1);
  await gate.close();
});

it('huge_json: the client gets 50 MiB of valid JSON, and nothing happens', async () => {
  const { gate, done, post } = await aGate();
  gate.fail({ method: 'POST', path: '^/things$', action: 'huge_json' });
  const [status, , text] = await post();
  expect([status, JSON.parse(String(text))[0].length]).toEqual([200, 50 * 1024 * 1024]);
  expect(done).toEqual([]);
  await gate.close();
});

it('gzip_bomb: the client gets little that unpacks to a lot, and nothing happens', async () => {
  const { gate, done } = await aGate();
  gate.fail({ method: 'POST', path: '^/things$', action: 'gzip_bomb' });
  // Not with fetch, which unpacks.
  const [response] = (await once(request(`${gate.origin}/things`, { method: 'POST' }).end(), 'response')) as [
    IncomingMessage,
  ];
  const packed = await buffer(response);
  expect([response.statusCode, response.headers['content-encoding'], done]).toEqual([200, 'gzip', []]);
  expect(packed.length).toBeLessThan(2 * MEBIBYTE);
  expect(() => gunzipSync(packed, { maxOutputLength: 128 * MEBIBYTE })).toThrow('larger than 134217728 bytes');
  await gate.close();
});

it('cleared faults do not happen', async () => {
  const { gate, post } = await aGate();
  gate.fail(fault({ action: 'drop_before', times: 9 }));
  gate.clearFaults();
  expect(await post()).toEqual(MADE);
  await gate.close();
});
