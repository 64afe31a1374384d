import { randomUUID } from 'node:crypto';
import { setTimeout as passed } from 'node:timers/promises';

/** Server that clients know. `isLeaving` before its SIGTERM: clients may then go to another. */
export type Address = { readonly name: string; readonly url: string; isLeaving: boolean };

export type Accepted = { readonly id: string; readonly marker: string };

export type Load = {
  readonly addresses: Address[];
  readonly accepted: Accepted[];
  readonly calls: Map<string, number>;
  readonly errors: string[];
  retried: number;
  isOver: boolean;
};

type Caller = { readonly apiKey: string; readonly accountId: string };
type Call = {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly wanted: readonly number[];
};

export const createLoad = (): Load => ({
  addresses: [],
  accepted: [],
  calls: new Map(),
  errors: [],
  retried: 0,
  isOver: false,
});

const PAUSE_MS = 50;
const READS = [
  '/posts?limit=20',
  '/posts?status=published&limit=5',
  '/events?limit=20',
  '/accounts',
  '/usage',
  '/webhooks',
];

/** Runs a client: posts and reads, each call at the next server, until the load is over. */
export async function keepCalling(load: Load, caller: Caller, seed: number): Promise<void> {
  for (let n = seed; !load.isOver; n++) {
    const marker = `m-${randomUUID()}`;
    const isLater = n % 3 === 0;
    const body = {
      idempotencyKey: marker,
      content: `Seen from the harbour ${marker}`,
      platforms: [{ platform: 'x', accountId: caller.accountId }],
      ...(isLater && { publishAt: new Date(Date.now() + 3_000).toISOString() }),
    };
    // A repeated request may find the post that its first attempt recorded.
    const create = { method: 'POST', path: '/posts', body, wanted: isLater ? [202, 200] : [201, 200] };
    const created = (await call(load, caller, create, n)) as { post?: { id: string } } | null;
    if (created?.post) {
      load.accepted.push({ id: created.post.id, marker });
      await call(load, caller, { method: 'GET', path: `/posts/${created.post.id}`, wanted: [200] }, n + 1);
    }
    await call(load, caller, { method: 'GET', path: READS[n % READS.length]!, wanted: [200] }, n);
    await passed(PAUSE_MS);
  }
}

/** Calls a server. Retries at another one after no connection or 503 of a leaving server. */
async function call(load: Load, { apiKey }: Caller, { method, path, body, wanted }: Call, n: number): Promise<unknown> {
  const address = load.addresses[n % load.addresses.length]!;
  const answer = await fetch(`${address.url}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
    .then(async (response) => ({ status: response.status, text: await response.text() }))
    .catch((error: Error) => ({ status: 0, text: String(error.cause ?? error) }));
  load.calls.set(address.name, (load.calls.get(address.name) ?? 0) + 1);
  if (wanted.includes(answer.status)) return JSON.parse(answer.text);
  if (address.isLeaving && (answer.status === 0 || answer.status === 503)) {
    load.retried++;
    await passed(PAUSE_MS);
    return call(load, { apiKey, accountId: '' }, { method, path, wanted, ...(body !== undefined && { body }) }, n + 1);
  }
  load.errors.push(`${address.name}: ${method} ${path} answered ${answer.status}: ${answer.text.slice(0, 200)}`);
  return null;
}
