import { syncBuiltinESMExports } from 'node:module';
import net, { type LookupFunction, type TcpNetConnectOpts } from 'node:net';
import type { TestWebhookResponse } from '@fanfare/contract';
import { HOSTILE_NAMES } from '@fanfare/network/testing/hostile-names';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useCanary } from './canary.ts';
import { expectNothingSent, hostileGroups, PUBLIC, text } from './expect-nothing-sent.ts';
import { inParallel } from './in-parallel.ts';
import { useReceivers } from './receivers.ts';
import { after, useWebhooks } from './use-webhooks.ts';

/**
 * A name that changes its addresses, and which of them the guard let a connection go to. None of
 * these leaves the machine.
 */
const rebinding = { name: 'rebinding.example.com', addresses: [] as string[], reached: [] as unknown[] };

const refusing =
  (lookup: LookupFunction): LookupFunction =>
  (name, options, done) =>
    lookup(name, options, (error, found, family) => {
      if (error || name !== rebinding.name) return done(error, found, family);
      rebinding.reached.push(found);
      done(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), []);
    });

// Not `vi.mock`: files of this project share their modules, and an earlier one may have loaded the
// guard already.
const { connect } = net;
beforeAll(() => {
  net.connect = ((options: TcpNetConnectOpts, ...rest: never[]) =>
    connect(options.lookup ? { ...options, lookup: refusing(options.lookup) } : options, ...rest)) as typeof connect;
  syncBuiltinESMExports();
});
afterAll(() => {
  net.connect = connect;
  syncBuiltinESMExports();
});

const canary = useCanary();

describe('an installation without allowed hosts', () => {
  const webhooks = useWebhooks({
    env: { EGRESS_ALLOWED_HOSTS: '' },
    options: {
      resolve: async (name) => {
        resolved.add(name);
        return name === rebinding.name ? rebinding.addresses : (HOSTILE_NAMES[name] ?? []);
      },
    },
  });
  const resolved = new Set<string>();

  test('no address of the corpus is accepted, at create or in a change', async () => {
    const hook = await webhooks.create({ url: PUBLIC });
    const urls = hostileGroups(canary.port).flat();
    expect(urls.length).toBeGreaterThan(500);
    await inParallel(urls, async (url) => {
      const created = await hook.project.call('POST', '/api/v1/webhooks', { url });
      const changed = await hook.project.call('PATCH', `/api/v1/webhooks/${hook.webhook.id}`, { url });
      expect([url, created.status, changed.status]).toEqual([url, 400, 400]);
      const codes = [created.body.error.code, changed.body.error.code];
      expect([...new Set(codes)]).toEqual([expect.stringMatching(/^(?:webhook_url_not_allowed|invalid_request)$/)]);
    });
    expect(await webhooks.read(hook)).toEqual(hook.webhook);
    expect(canary.connections).toBe(0);
  });

  test('what is stored all the same gets nothing, from a test or a delivery', async () => {
    // One of each group, except for the group of what is not a URL; `addresses.nightly.ts` stores
    // all of them.
    const groups = hostileGroups(canary.port);
    const addresses = groups.flatMap((group) => group.find((url) => URL.canParse(url)) ?? []);
    expect(addresses).toHaveLength(groups.length - 1);
    const names = ['127.0.0.1.nip.io', 'mapped.example.com', 'mixed.example.com'];
    await expectNothingSent(webhooks, { canary, resolved, addresses, names });
  });

  test('a name that resolves to a private address later gets nothing, and reads like one that does not exist', async () => {
    const hook = await webhooks.create({ url: `https://mixed.example.com:${canary.port}/` });
    const unknown = await webhooks.create({ url: `https://nowhere.example.com:${canary.port}/` });
    for (const one of [hook, unknown]) {
      const delivery = await webhooks.delivery(one, await webhooks.event(one), after(1));
      expect([delivery.status, delivery.attempts]).toEqual([
        'pending',
        [
          {
            number: 1,
            at: expect.any(String),
            durationMs: expect.any(Number),
            status: null,
            error: text('host_not_found'),
            response: null,
          },
        ],
      ]);
    }
    expect(canary.connections).toBe(0);
  });

  test('a name that turns from public to private between create and delivery gets nothing while it is private', async () => {
    const reachedAt = [{ address: '93.184.215.14', family: 4 }];
    rebinding.addresses = ['93.184.215.14'];
    const hook = await webhooks.create({ url: `https://${rebinding.name}:${canary.port}/` });
    const event = await webhooks.event(hook);
    const errors: (string | null)[] = [];
    const attempt = async (addresses: readonly string[]) => {
      rebinding.addresses = [...addresses];
      await webhooks.setDeliveries(hook, 'next_attempt_at = now()');
      const { attempts } = await webhooks.delivery(hook, event, after(errors.length + 1));
      errors.push(attempts.at(-1)!.error);
      const path = `/api/v1/webhooks/${hook.webhook.id}/test`;
      return (await hook.project.call<TestWebhookResponse>('POST', path)).body.error;
    };
    // The first attempt was made on its own.
    await webhooks.delivery(hook, event, after(1));
    errors.push(text('connection_failed'));
    const tested: (string | null)[] = [];
    for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1']) tested.push(await attempt([address]));
    tested.push(await attempt(['93.184.215.14', '127.0.0.1']));
    expect([...new Set([...tested, ...errors.slice(1)])]).toEqual([text('host_not_found')]);
    expect(rebinding.reached).toEqual([reachedAt]);
    // Public again: nothing of the answers before was kept.
    tested.push(await attempt(['93.184.215.14']));
    expect([tested.at(-1), errors.at(-1)]).toEqual([text('connection_failed'), text('connection_failed')]);
    expect(rebinding.reached).toEqual([reachedAt, reachedAt, reachedAt]);
    expect(canary.connections).toBe(0);
  });
});

describe('an allowed receiver', () => {
  const webhooks = useWebhooks({ development: false });
  const receivers = useReceivers();

  test.each([301, 302, 303, 307, 308])('cannot redirect elsewhere with %i', async (status) => {
    const receiver = await receivers.open(
      (response) => void response.writeHead(status, { location: `http://127.0.0.1:${canary.port}/` }).end(),
    );
    const hook = await webhooks.create({ url: receiver.url });
    const tested = await hook.project.call<TestWebhookResponse>('POST', `/api/v1/webhooks/${hook.webhook.id}/test`);
    const delivery = await webhooks.delivery(hook, await webhooks.event(hook), after(1));
    const error = `redirected: The webhook answered ${status}, and redirects are never followed.`;
    expect([tested.body.error, delivery.attempts[0]?.error, delivery.status]).toEqual([error, error, 'pending']);
    expect(canary.connections).toBe(0);
  });

  test('shows no caller what it answers: it may lie in the network of the operator', async () => {
    const receiver = await receivers.open((response) => void response.writeHead(200).end('internal page'));
    const hook = await webhooks.create({ url: receiver.url });
    const tested = await hook.project.call<TestWebhookResponse>('POST', `/api/v1/webhooks/${hook.webhook.id}/test`);
    const delivery = await webhooks.delivery(hook, await webhooks.event(hook), after(1));
    expect([tested.body.status, tested.body.response, delivery.attempts[0]?.response]).toEqual([200, null, null]);
  });
});
