import { syncBuiltinESMExports } from 'node:module';
import net, { type AddressInfo, createServer, type LookupFunction, type TcpNetConnectOpts } from 'node:net';
import { ATTEMPT_ERRORS, type AttemptErrorCode, type TestWebhookResponse } from '@fanfare/contract';
import { HOSTILE_ADDRESSES } from '@fanfare/network/testing/hostile-addresses';
import { HOSTILE_FORMS } from '@fanfare/network/testing/hostile-forms';
import { HOSTILE_NAMES } from '@fanfare/network/testing/hostile-names';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../until.ts';
import { useReceivers } from './receivers.ts';
import { after, type Hook, useWebhooks } from './use-webhooks.ts';

/** A name that changes its addresses, and which of them the guard let a connection go to. None of these leaves the machine. */
const rebinding = { name: 'rebinding.example.com', addresses: [] as string[], reached: [] as unknown[] };

const refusing =
  (lookup: LookupFunction): LookupFunction =>
  (name, options, done) =>
    lookup(name, options, (error, found, family) => {
      if (error || name !== rebinding.name) return done(error, found, family);
      rebinding.reached.push(found);
      done(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), []);
    });

// Not `vi.mock`: files of this project share their modules, and an earlier one may have loaded the guard already.
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

/** A listener on every address of this machine: it must not see a connection. */
let port = 0;
let connections = 0;
const canary = createServer((socket) => {
  connections++;
  socket.destroy();
});
beforeAll(async () => {
  await new Promise<void>((resolve) => canary.listen(0, '0.0.0.0', resolve));
  ({ port } = canary.address() as AddressInfo);
});
afterAll(() => void canary.close());
beforeEach(() => {
  connections = 0;
});

/** The corpus of the egress guard, as http and as https. */
const hostileUrls = () =>
  [...Object.values(HOSTILE_ADDRESSES), ...Object.values(HOSTILE_FORMS)].flat().flatMap((template) => {
    const url = template.replace('{port}', String(port));
    return url.startsWith('http:') ? [url, url.replace('http:', 'https:')] : [url];
  });
const hostileNames = () => Object.keys(HOSTILE_NAMES).map((name) => `https://${name}:${port}/`);
const text = (code: AttemptErrorCode) => `${code}: ${ATTEMPT_ERRORS[code]}`;

const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));

/** At most eight at once; the results are in the order of the items. */
async function inParallel<T, Result>(items: readonly T[], work: (item: T) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const chunk of chunksOf(items, 8)) results.push(...(await Promise.all(chunk.map(work))));
  return results;
}

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
  const PUBLIC = 'https://receiver.example.com/hook';

  /** Webhooks of many projects, created with a public address that is then changed behind the API's back. */
  async function hooksAt(urls: readonly string[]): Promise<readonly (readonly Hook[])[]> {
    return inParallel(chunksOf(urls, 20), async (some) => {
      const project = await webhooks.server.createProject();
      return Promise.all(
        some.map(async (url) => {
          const hook = await webhooks.create({ url: PUBLIC }, project);
          await webhooks.set(hook, `url = '${url.replaceAll("'", "''")}'`);
          return hook;
        }),
      );
    });
  }

  test('no address of the corpus is accepted, at create or in a change', async () => {
    const hook = await webhooks.create({ url: PUBLIC });
    const urls = hostileUrls();
    expect(urls.length).toBeGreaterThan(500);
    await inParallel(urls, async (url) => {
      const created = await hook.project.call('POST', '/api/v1/webhooks', { url });
      const changed = await hook.project.call('PATCH', `/api/v1/webhooks/${hook.webhook.id}`, { url });
      expect([url, created.status, changed.status]).toEqual([url, 400, 400]);
      const codes = [created.body.error.code, changed.body.error.code];
      expect([...new Set(codes)]).toEqual([expect.stringMatching(/^(?:webhook_url_not_allowed|invalid_request)$/)]);
    });
    expect(await webhooks.read(hook)).toEqual(hook.webhook);
    expect(connections).toBe(0);
  });

  test('what is stored all the same gets nothing, from a test or a delivery', async () => {
    const urls = hostileUrls().filter((url) => URL.canParse(url));
    const projects = await hooksAt([...urls, ...hostileNames()]);
    // One event of each project goes to all of its webhooks.
    await inParallel(projects, ([first]) => webhooks.event(first!));
    const outcomes = await inParallel(projects.flat(), async (hook) => {
      const path = `/api/v1/webhooks/${hook.webhook.id}/test`;
      const tested = (await hook.project.call<TestWebhookResponse>('POST', path)).body;
      const [delivery] = await until(async () => {
        const deliveries = await webhooks.deliveries(hook);
        return deliveries[0]?.attempts[0] ? deliveries : null;
      });
      const { error, status, response } = delivery!.attempts[0]!;
      return [tested, { delivered: delivery!.status === 'delivered', error, status, response }];
    });
    const nothing = (code: AttemptErrorCode) => ({ delivered: false, error: text(code), status: null, response: null });
    const both = (code: AttemptErrorCode) => [{ ...nothing(code), durationMs: expect.any(Number) }, nothing(code)];
    expect(outcomes).toEqual([
      ...urls.map(() => both('address_not_allowed')),
      ...hostileNames().map(() => both('host_not_found')),
    ]);
    // Each was looked up through the guard, and nothing else was.
    expect(resolved).toEqual(new Set(Object.keys(HOSTILE_NAMES)));
    expect(connections).toBe(0);
  });

  test('a name that resolves to a private address later gets nothing, and reads like one that does not exist', async () => {
    const hook = await webhooks.create({ url: `https://mixed.example.com:${port}/` });
    const unknown = await webhooks.create({ url: `https://nowhere.example.com:${port}/` });
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
    expect(connections).toBe(0);
  });

  test('a name that turns from public to private between create and delivery gets nothing while it is private', async () => {
    const reachedAt = [{ address: '93.184.215.14', family: 4 }];
    rebinding.addresses = ['93.184.215.14'];
    const hook = await webhooks.create({ url: `https://${rebinding.name}:${port}/` });
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
    expect(connections).toBe(0);
  });
});

describe('an allowed receiver', () => {
  const webhooks = useWebhooks({ development: false });
  const receivers = useReceivers();

  test.each([301, 302, 303, 307, 308])('cannot redirect elsewhere with %i', async (status) => {
    const receiver = await receivers.open(
      (response) => void response.writeHead(status, { location: `http://127.0.0.1:${port}/` }).end(),
    );
    const hook = await webhooks.create({ url: receiver.url });
    const tested = await hook.project.call<TestWebhookResponse>('POST', `/api/v1/webhooks/${hook.webhook.id}/test`);
    const delivery = await webhooks.delivery(hook, await webhooks.event(hook), after(1));
    const error = `redirected: The webhook answered ${status}, and redirects are never followed.`;
    expect([tested.body.error, delivery.attempts[0]?.error, delivery.status]).toEqual([error, error, 'pending']);
    expect(connections).toBe(0);
  });

  test('shows no caller what it answers: it may lie in the network of the operator', async () => {
    const receiver = await receivers.open((response) => void response.writeHead(200).end('internal page'));
    const hook = await webhooks.create({ url: receiver.url });
    const tested = await hook.project.call<TestWebhookResponse>('POST', `/api/v1/webhooks/${hook.webhook.id}/test`);
    const delivery = await webhooks.delivery(hook, await webhooks.event(hook), after(1));
    expect([tested.body.status, tested.body.response, delivery.attempts[0]?.response]).toEqual([200, null, null]);
  });
});
