import { expect, it } from 'vitest';
import { event, published, startReceiver } from './receiver-session.ts';

const { sandbox, control, deliver, receiver } = await startReceiver();
const receivedAt = new Date(published.seconds * 1_000).toISOString();

it('shows a delivery as it came and what it was answered', async () => {
  const body = event('evt_1', 'target.failed');
  const response = await deliver(body, { id: 'evt_1', signature: 'v1,AAAA' });
  expect([response.status, await response.text()]).toEqual([200, '']);
  expect(await receiver()).toEqual({
    name: 'app',
    answer: { status: 200, headers: {}, body: '', delayMs: 0, times: null },
    secrets: 0,
    total: 1,
    firstNumber: 1,
    lastChange: 2,
    deliveries: [
      {
        number: 1,
        change: 2,
        receivedAt,
        eventId: 'evt_1',
        type: 'target.failed',
        attempt: 1,
        signature: 'unchecked',
        headers: expect.objectContaining({ 'webhook-id': 'evt_1', 'content-type': 'application/json' }),
        body,
        bodyBytes: body.length,
        status: 200,
        durationMs: expect.any(Number),
      },
    ],
  });
});

it('counts the attempts of each event, also after its earlier ones were cleared', async () => {
  await deliver(event('evt_2'), { id: 'evt_2' });
  await control('/receivers/app/deliveries', undefined, 'DELETE');
  await deliver(event('evt_2'), { id: 'evt_2' });
  await deliver(event('evt_3'), { id: 'evt_3' });
  const { deliveries, total, firstNumber } = await receiver();
  expect({ total, firstNumber }).toEqual({ total: 2, firstNumber: 3 });
  expect(deliveries).toMatchObject([
    { number: 3, eventId: 'evt_2', attempt: 2 },
    { number: 4, eventId: 'evt_3', attempt: 1 },
  ]);
});

it('names only what has changed since', async () => {
  const { lastChange } = await receiver();
  expect((await receiver(lastChange)).deliveries).toEqual([]);
  await deliver('no JSON');
  expect((await receiver(lastChange)).deliveries).toMatchObject([
    { eventId: null, type: null, attempt: 1, signature: 'missing', body: 'no JSON', status: 200 },
  ]);
});

it('answers as it is set, and 200 again after so many times', async () => {
  const answer = { status: 429, headers: { 'retry-after': '60' }, body: 'later', delayMs: 0, times: 2 };
  expect(await control('/receivers/app/answer', answer)).toEqual({ status: 200, body: answer });
  const first = await deliver(event('evt_4'));
  expect([first.status, first.headers.get('retry-after'), await first.text()]).toEqual([429, '60', 'later']);
  expect((await deliver(event('evt_4'))).status).toBe(429);
  expect((await deliver(event('evt_4'))).status).toBe(200);
});

it('disables its webhook with a header', async () => {
  await control('/receivers/app/answer', { headers: { 'webhook-delivery': 'disable' } });
  expect((await deliver(event('evt_5'))).headers.get('webhook-delivery')).toBe('disable');
  await control('/receivers/app/answer', {});
});

it('answers late, shows the delivery meanwhile, and answers at once when it is released', async () => {
  await control('/receivers/app/answer', { delayMs: 600_000 });
  const waiting = deliver(event('evt_6'), { id: 'evt_6' });
  await expect
    .poll(async () => (await receiver()).deliveries.at(-1))
    .toMatchObject({ eventId: 'evt_6', status: null, durationMs: null });
  await control('/release', {});
  expect((await waiting).status).toBe(200);
  await expect.poll(async () => (await receiver()).deliveries.at(-1)).toMatchObject({ eventId: 'evt_6', status: 200 });
});

it('shows that a sender left before the answer', async () => {
  const leaving = new AbortController();
  const waiting = deliver(event('evt_7'), { id: 'evt_7' }, { signal: leaving.signal });
  await expect
    .poll(async () => (await receiver()).deliveries.at(-1))
    .toMatchObject({ eventId: 'evt_7', durationMs: null });
  leaving.abort();
  await expect(waiting).rejects.toThrow();
  await expect
    .poll(async () => (await receiver()).deliveries.at(-1))
    .toMatchObject({ eventId: 'evt_7', status: null, durationMs: expect.any(Number) });
  await control('/receivers/app/answer', {});
});

it('keeps receivers apart', async () => {
  await control('/receivers/other/answer', { status: 410 });
  expect((await deliver(event('evt_8'), {}, { to: 'other' })).status).toBe(410);
  expect((await deliver(event('evt_8'))).status).toBe(200);
  expect((await control('/receivers')).body).toEqual({ receivers: ['app', 'other'] });
  expect((await control('/receivers/other')).body).toMatchObject({ name: 'other', total: 1 });
});

it.each(['Not_A_Name', 'a'.repeat(41)])('has no receiver %s', async (name) => {
  expect((await deliver('{}', {}, { to: name })).status).toBe(404);
  expect((await control(`/receivers/${name}`)).status).toBe(400);
});

it.each([
  [{ status: 99 }],
  [{ status: '500' }],
  [{ delayMs: -1 }],
  [{ times: 0 }],
  [{ headers: ['a'] }],
  [{ headers: { 'x-a': 'line\r\nbreak' } }],
  [{ statuss: 500 }],
])('refuses %j as an answer', async (answer) => {
  expect((await control('/receivers/app/answer', answer)).status).toBe(400);
});

it('keeps the last 200 deliveries', async () => {
  await control('/receivers/many/answer', {});
  for (let count = 0; count < 201; count++) await deliver(event(`evt_${count}`), {}, { to: 'many' });
  expect((await control('/receivers/many?since=0')).body).toMatchObject({ total: 200, firstNumber: 2 });
});

it('a reset clears deliveries and answers, and keeps the secrets', async () => {
  await control('/receivers/app/secrets', { secrets: [published.secret] });
  await control('/receivers/app/answer', { status: 500 });
  await control('/reset', {});
  expect(await receiver()).toMatchObject({ total: 0, secrets: 1, answer: { status: 200 }, deliveries: [] });
});

it('has a page at the address itself, which never shows a secret', async () => {
  const page = await (await fetch(`${sandbox.url}/receiver/app`)).text();
  for (const piece of ['/receiver/app', 'data-preset="gone"', 'Check signatures']) expect(page).toContain(piece);
  expect(page).not.toContain(published.secret.slice(6));
  expect((await fetch(`${sandbox.url}/receiver`)).url).toBe(`${sandbox.url}/receiver/app`);
});
