import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { field, startX } from './x-session.ts';

const { sandbox, call, control, connect, post, published } = await startX();
const { token } = await connect('ada');

const waitFor = (fault: object) => control('/faults', { network: 'x', method: 'POST', path: '^/2/tweets$', ...fault });
const lastRequest = async () => {
  const { body } = await control('/requests?network=x', undefined, 'GET');
  const { requests } = field(body);
  return field(Array.isArray(requests) ? requests.at(-1) : null);
};
const outcome = async () => {
  const { status, simulatorStatus, fault } = await lastRequest();
  return { status, simulatorStatus, fault };
};
const texts = async () => (await published()).map(({ text }) => text);

afterEach(async () => {
  await control('/faults', undefined, 'DELETE');
});
afterAll(async () => {
  expect((await control('/faults', undefined, 'DELETE')).body).toEqual({ cleared: true });
});

it('answers in place of the network, which gets nothing', async () => {
  const body = { title: 'Service Unavailable', status: 503 };
  expect((await waitFor({ action: 'status', status: 503, body, headers: { 'x-rate-limit-reset': '1' } })).status).toBe(
    201,
  );
  const answer = await post(token, { text: 'status' });
  expect({ status: answer.status, body: answer.body, header: answer.headers.get('x-rate-limit-reset') }).toEqual({
    status: 503,
    body,
    header: '1',
  });
  expect(await outcome()).toEqual({ status: 503, simulatorStatus: null, fault: 'status' });
  expect((await post(token, { text: 'status' })).status).toBe(201);
});

it('answers any text unchanged, and an empty body by default', async () => {
  const html = '<html>Bad gateway</html>';
  await waitFor({ action: 'status', status: 502, body: html, headers: { 'content-type': 'text/html' } });
  const first = await post(token, { text: 'html' });
  expect([first.status, first.body, first.headers.get('content-type')]).toEqual([502, html, 'text/html']);
  await waitFor({ action: 'status', status: 500 });
  const second = await post(token, { text: 'html' });
  expect([second.status, second.body]).toEqual([500, '']);
});

it('cuts a request off before the network gets it', async () => {
  await waitFor({ action: 'drop_before' });
  await expect(post(token, { text: 'dropped before' })).rejects.toThrow('fetch failed');
  expect(await texts()).not.toContain('dropped before');
  expect(await outcome()).toEqual({ status: null, simulatorStatus: null, fault: 'drop_before' });
});

it('lets the network execute a request and cuts the answer off', async () => {
  await waitFor({ action: 'drop_after' });
  await expect(post(token, { text: 'dropped after' })).rejects.toThrow('fetch failed');
  expect(await texts()).toContain('dropped after');
  expect(await outcome()).toEqual({ status: null, simulatorStatus: 201, fault: 'drop_after' });
});

it('lets the network execute a request and replaces its answer', async () => {
  await waitFor({ action: 'status_after', status: 500, body: 'oops' });
  const answer = await post(token, { text: 'replaced' });
  expect({ status: answer.status, body: answer.body, limit: answer.headers.get('x-rate-limit-limit') }).toEqual({
    status: 500,
    body: 'oops',
    limit: null,
  });
  expect(await texts()).toContain('replaced');
  expect(await outcome()).toEqual({ status: 500, simulatorStatus: 201, fault: 'status_after' });
});

it('holds a request before the network gets it', async () => {
  await waitFor({ action: 'delay', delayMs: 300 });
  const sentMs = performance.now();
  expect((await post(token, { text: 'delayed' })).status).toBe(201);
  expect(performance.now() - sentMs).toBeGreaterThan(295);
  await waitFor({ action: 'delay', delayMs: 600_000 });
  const before = field(await lastRequest()).id;
  const answering = post(token, { text: 'held back' });
  await expect.poll(async () => field(await lastRequest()).id).not.toBe(before);
  expect(await texts()).not.toContain('held back');
  expect((await control('/release')).body).toEqual({ released: true });
  expect((await answering).status).toBe(201);
  expect(await texts()).toContain('held back');
});

it('holds an answer after the network has executed the request', async () => {
  await waitFor({ action: 'delay_after', delayMs: 600_000 });
  let isAnswered = false;
  const answering = post(token, { text: 'late' }).then((answer) => {
    isAnswered = true;
    return answer;
  });
  while (!(await texts()).includes('late')) await control('/state', undefined, 'GET');
  expect(isAnswered).toBe(false);
  await control('/release');
  const answer = await answering;
  expect({ status: answer.status, limit: answer.headers.get('x-rate-limit-limit') }).toEqual({
    status: 201,
    limit: '100',
  });
});

it("counts a delay from the arrival of the request, so that the sandbox's own work is included", async () => {
  await waitFor({ action: 'delay_after', delayMs: 600_000 });
  const before = field(await lastRequest()).id;
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(Buffer.from('{ "text": '));
      await expect.poll(async () => field(await lastRequest()).id).not.toBe(before);
      // The delay passes while the request is still arriving.
      const now = performance.now.bind(performance);
      vi.spyOn(performance, 'now').mockImplementation(() => now() + 600_000);
      controller.enqueue(Buffer.from('"slowly asked" }'));
      controller.close();
    },
  });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${sandbox.networks.x.api}/2/tweets`, { method: 'POST', headers, body, duplex: 'half' });
  expect(answer.status).toBe(201);
  vi.restoreAllMocks();
});

it('happens as often as set, after letting some through, to matching requests', async () => {
  await waitFor({ action: 'status', status: 500, times: 2, skip: 1, role: 'api' });
  const statuses = [];
  for (const text of ['first', 'second', 'second', 'second']) statuses.push((await post(token, { text })).status);
  expect(statuses).toEqual([201, 500, 500, 201]);
  await waitFor({ action: 'status', status: 500, method: 'delete' });
  await waitFor({ action: 'status', status: 500, role: 'web' });
  await waitFor({ action: 'status', status: 500, path: '^/2/tweets/\\d+$' });
  expect((await post(token, { text: 'matches nothing' })).status).toBe(201);
  const { body } = await control('/state', undefined, 'GET');
  expect(field(body).faults).toHaveLength(3);
});

it('hits a large upload without breaking the connection', async () => {
  await control('/faults', { network: 'x', path: '/append$', action: 'status', status: 503 });
  const form = new FormData();
  form.set('media', new Blob([new Uint8Array(4_000_000)]));
  const answer = await call('POST', '/2/media/upload/1/append', { token, body: form });
  expect(answer.status).toBe(503);
  expect((await lastRequest()).bodyBytes).toBeGreaterThan(4_000_000);
});

it('lists and removes pending faults', async () => {
  const { body } = await waitFor({ action: 'drop_before', times: 3 });
  expect(body).toEqual({
    id: expect.any(Number),
    network: 'x',
    role: null,
    method: 'POST',
    path: '^/2/tweets$',
    action: 'drop_before',
    status: null,
    headers: {},
    body: null,
    delayMs: 0,
    skip: 0,
    times: 3,
  });
  const { id } = field(body);
  expect((await control(`/faults/${id}`, undefined, 'DELETE')).body).toEqual({ removed: true });
  expect((await control(`/faults/${id}`, undefined, 'DELETE')).status).toBe(404);
});

it.each([
  ['no network', { action: 'status', status: 500, network: undefined }, '"network" must be one of'],
  ['an unknown action', { action: 'explode' }, '"action" must be one of status, drop_before'],
  ['an error without a status', { action: 'status' }, '"status" must be a whole number from 200 to 599'],
  ['an invalid status', { action: 'drop_before', status: 500 }, '"status" means nothing for the action drop_before'],
  ['a delay without a time', { action: 'delay' }, '"delayMs" must be a whole number from 1 to 600000'],
  ['an invalid expression', { action: 'drop_before', path: '(' }, '"path" is not a regular expression'],
  ['a misspelt field', { action: 'drop_before', time: 2 }, 'unknown field "time"'],
  ['no times', { action: 'drop_before', times: 0 }, '"times" must be a whole number from 1'],
  ['a header that is no text', { action: 'status', status: 500, headers: { a: {} } }, '"headers.a" must be a text'],
])('refuses a fault with %s', async (_name, fault, message) => {
  const answer = await waitFor(fault);
  expect(answer.status).toBe(400);
  expect(field(answer.body).error).toContain(message);
});

it('keeps no connection or timer when the sandbox closes', async () => {
  const { startSandbox } = await import('../src/start.ts');
  const other = await startSandbox({ port: 0 });
  await fetch(`${other.url}/__sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ network: 'x', action: 'delay', delayMs: 600_000 }),
  });
  const hanging = fetch(`${other.networks.x.api}/2/users/me`);
  const failed = expect(hanging).rejects.toThrow('fetch failed');
  const asked = async () => field(await (await fetch(`${other.url}/__sandbox/requests`)).json()).requests;
  await expect.poll(asked).toHaveLength(1);
  await other.close();
  await failed;
  await expect(fetch(other.url)).rejects.toThrow('fetch failed');
  expect((await fetch(sandbox.url)).status).toBe(200);
});
