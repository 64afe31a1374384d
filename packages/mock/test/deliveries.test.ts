import { verify } from '@fanfare/sdk/webhooks';
import { describe, expect, test, vi } from 'vitest';
import { createMock } from '../src/index.ts';
import { callerOf, everyNetwork, target } from './call-mock.ts';
import { deliveriesOf, publish, receiving, typesOf } from './receive.ts';

describe('deliveries to a function', () => {
  test('are signed, in order, and the same as GET /events; advance(0) waits for them', async () => {
    const world = receiving();
    await publish(world);
    await world.mock.clock.advance(0);
    expect(typesOf(world.received)).toEqual(['target.published', 'post.published']);
    expect(world.received).toEqual(world.mock.events.all());
    expect(world.ids).toEqual(world.mock.events.all().map(({ id }) => id));
    const [, first] = await deliveriesOf(world.call, world.webhook);
    expect(first).toEqual({
      id: expect.stringMatching(/^dlv_[0-9a-z]{26}$/),
      ...{ eventId: world.ids[0], eventType: 'target.published', status: 'delivered', nextAttemptAt: null },
      createdAt: '2026-11-20T09:00:00.000Z',
      attempts: [{ number: 1, at: '2026-11-20T09:00:00.000Z', durationMs: 0, status: 204, error: null, response: '' }],
    });
  });

  test('are made at their own time while the clock moves, each before time goes on', async () => {
    const times: string[] = [];
    const world = receiving({}, () => {
      times.push(world.mock.clock.now().toISOString());
      return undefined;
    });
    for (const hour of [10, 11])
      await world.call('POST', '/posts', {
        ...{ content: 'Later', platforms: [target(world.x)], idempotencyKey: String(hour) },
        publishAt: `2026-11-20T${hour}:00:00Z`,
      });
    await world.mock.clock.advance(10_000_000);
    expect(times).toEqual(
      [9, 9, 10, 10, 11, 11].map((hour) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`),
    );
  });

  test('have both signatures while a secret is rotated, and then one', async () => {
    const requests: Request[] = [];
    const mock = createMock({ deliver: (request) => void requests.push(request) });
    const call = callerOf(mock);
    const { x } = mock.scenario('everything-works');
    const { webhook, secret } = mock.seed.webhook({ events: ['post.published'] });
    const rotated = await call('POST', `/webhooks/${webhook.id}/rotate-secret`, { overlapSeconds: 60 });
    const { secret: newSecret } = rotated.body as { secret: string };
    await publish({ call, x });
    await mock.clock.advance(60_000);
    await publish({ call, x });
    await mock.clock.advance(0);
    const verified = async (request: Request, secret: string) =>
      verify(await request.clone().text(), request.headers, secret).then(
        () => true,
        () => false,
      );
    const each = requests.map((request) => Promise.all([secret, newSecret].map((one) => verified(request, one))));
    expect(await Promise.all(each)).toEqual([
      [true, true],
      [false, true],
    ]);
  });

  test('follow the filters of the webhook', async () => {
    const received: string[] = [];
    const mock = createMock({
      deliver: async (request) => void received.push(new URL(request.url).pathname, await request.text()),
    });
    const hook = (name: string, filter: object) =>
      mock.seed.webhook({ url: `https://app.example.com/${name}`, ...filter });
    hook('types', { events: ['post.published'] });
    hook('platforms', { platforms: ['linkedin'] });
    hook('profile', { profileId: 'customer-17', events: ['target.published'] });
    hook('off', { enabled: false });
    const x = mock.seed.account({ platform: 'x', profileId: 'customer-17' });
    await publish({ call: callerOf(mock), x });
    await mock.clock.advance(0);
    const got = received
      .filter((_, at) => at % 2 === 0)
      .map((path, at) => `${path} ${JSON.parse(received[2 * at + 1]!).type}`);
    expect(got.sort()).toEqual(['/profile target.published', '/types post.published']);
  });

  test('that fail are tried again with the same id and bytes: ten times over 75 hours, then never', async () => {
    const bodies = new Set<string>();
    const mock = createMock({
      async deliver(request) {
        bodies.add(`${request.headers.get('webhook-id')} ${await request.text()}`);
        return new Response('down', { status: 503 });
      },
    });
    const call = callerOf(mock);
    const { webhook } = mock.seed.webhook({ events: ['post.published'] });
    await publish({ call, ...mock.scenario('everything-works') });
    await mock.clock.advance(4 * 24 * 3_600_000);
    const [delivery] = await deliveriesOf(call, webhook);
    expect(bodies.size).toBe(1);
    expect(delivery).toMatchObject({ status: 'failed', nextAttemptAt: null });
    expect(delivery?.attempts).toHaveLength(10);
    expect(delivery?.attempts[9]).toMatchObject({ error: 'not_2xx: The webhook answered 503.', response: 'down' });
    const at = delivery!.attempts.map((attempt) => Date.parse(attempt.at));
    const delays = at.slice(1).map((ms, index) => (ms - at[index]!) / 1000);
    for (const [index, seconds] of [5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400].entries()) {
      expect(delays[index]).toBeGreaterThanOrEqual(seconds * 0.8);
      expect(delays[index]).toBeLessThanOrEqual(seconds * 1.2);
    }
  });

  test('that throw have no answer, and redirects are not followed', async () => {
    const answers = [
      () => Promise.reject(new TypeError('closed')),
      () => new Response('moved', { status: 308, headers: { location: '/' } }),
    ];
    const mock = createMock({ deliver: () => answers.shift()?.() ?? new Response(null, { status: 204 }) });
    const { webhook } = mock.seed.webhook({ events: ['post.published'] });
    await publish({ call: callerOf(mock), x: mock.seed.account({ platform: 'x' }) });
    await mock.clock.advance(600_000);
    const [delivery] = await deliveriesOf(callerOf(mock), webhook);
    expect(delivery?.attempts.map(({ status, error, response }) => [status, error, response])).toEqual([
      [null, expect.stringMatching(/^connection_failed: /), null],
      [308, expect.stringMatching(/^redirected: /), 'moved'],
      [204, null, ''],
    ]);
  });

  test('that are not answered in 15 seconds have timed out, whatever comes after', async () => {
    const time = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
    let answer = (_: Response): void => undefined;
    const mock = createMock({
      deliver: () =>
        new Promise<Response>((resolve) => {
          answer = resolve;
        }),
    });
    const { webhook } = mock.seed.webhook({ events: ['target.published'] });
    const call = callerOf(mock);
    await publish({ call, x: mock.seed.account({ platform: 'x' }) });
    const waiting = mock.clock.advance(0);
    await vi.waitFor(() => expect(timeout).toHaveBeenCalledWith(15_000));
    time.abort(new DOMException('late', 'TimeoutError'));
    await waiting;
    answer(new Response());
    timeout.mockRestore();
    const [delivery] = await deliveriesOf(call, webhook);
    expect(delivery).toMatchObject({
      status: 'pending',
      attempts: [{ status: null, error: expect.stringMatching(/^timed_out: /), response: null }],
    });
  });

  test('may call the mock, whose next events come after', async () => {
    const world = receiving({}, () => {
      if (world.received.length === 1) void world.call('DELETE', `/accounts/${world.x.id}`);
      return undefined;
    });
    await publish(world);
    await world.mock.clock.advance(0);
    expect(typesOf(world.received)).toEqual(['target.published', 'post.published', 'account.revoked']);
  });

  test('of 1,025 bytes keep the first 1,024', async () => {
    const world = receiving({}, () => new Response(`${'é'.repeat(512)}e`));
    await publish(world);
    await world.mock.clock.advance(0);
    const [delivery] = await deliveriesOf(world.call, world.webhook);
    expect(delivery?.attempts[0]?.response).toBe('é'.repeat(512));
  });
});

test('without `deliver` nobody is called, and every webhook answers 204', async () => {
  const fetched = globalThis.fetch;
  const urls: unknown[] = [];
  globalThis.fetch = async (input) => {
    urls.push(input);
    return new Response();
  };
  try {
    const { mock, call, x } = everyNetwork();
    const { webhook } = mock.seed.webhook();
    await publish({ call, x });
    await mock.clock.advance(0);
    expect((await deliveriesOf(call, webhook)).map(({ status, attempts }) => [status, attempts[0]?.status])).toEqual([
      ['delivered', 204],
      ['delivered', 204],
    ]);
    expect(urls).toEqual([]);
  } finally {
    globalThis.fetch = fetched;
  }
});

test('a webhook that is deleted gets nothing more, and reset() forgets what is on its way', async () => {
  const world = receiving();
  world.mock.webhooks.failNext(500, { times: 2 });
  await publish(world);
  await world.mock.clock.advance(0);
  await world.call('DELETE', `/webhooks/${world.webhook.id}`);
  await world.mock.clock.advance(3_600_000);
  expect(world.received).toEqual([]);
  world.mock.seed.webhook();
  const { x } = world.mock.scenario('everything-works');
  await publish({ ...world, x });
  world.mock.reset();
  await world.mock.clock.advance(3_600_000);
  expect(world.received).toEqual([]);
});
