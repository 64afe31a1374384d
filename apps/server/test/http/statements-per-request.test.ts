import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { mintApiKey } from '../../src/callers/api-key.ts';
import { currentShare } from '../../src/process/caller-share.ts';
import { ids } from '../../src/process/ids.ts';
import { openProject } from '../harness.ts';
import { inMs } from '../in-ms.ts';
import { type Person, useServer } from '../use-server.ts';

const PAGES = 12;
const server = useServer({
  // Connections for pages, which also serve what runs beside requests, are recognised by their
  // number.
  env: { DATABASE_POOL: '28', DATABASE_POOL_PAGES: String(PAGES) },
  // The clock of what is remembered stands still, so that nothing is forgotten on a slow machine.
  options: { monotonicMs: () => 0 },
});

/** The first statements of a new connection, whoever waits for it. */
const OF_CONNECTIONS = ['set statement_timeout', 'read_history'];

/** Names of the statements of requests. */
const statements: string[] = [];
const besideRequests = new WeakSet<object>();
const { query } = pg.Client.prototype;
const { connect } = pg.Pool.prototype;

let ana: Person;

beforeAll(async () => {
  ana = await server.person('threads');
  // The batches of both limits are taken.
  await ana.publish({ content: 'First', publishAt: inMs(3_600_000) });
  vi.spyOn(pg.Pool.prototype, 'connect').mockImplementation(async function (this: pg.Pool, ...args: unknown[]) {
    // Called by one of our own pools: with a promise, without a callback.
    expect(args).toEqual([]);
    const client = (await Reflect.apply(connect, this, args)) as unknown as pg.PoolClient;
    if (this.options.max === PAGES) besideRequests.add(client);
    return client;
  } as typeof connect);
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [{ name?: string; text?: string } | undefined];
    const text = statement?.name ?? statement?.text ?? '';
    const isOfRequest = currentShare().owner !== 'nobody' && !besideRequests.has(this);
    const isOfConnection = OF_CONNECTIONS.some((start) => text.startsWith(start));
    if (isOfRequest && !isOfConnection) statements.push(text.split(' ')[0]!);
    return Reflect.apply(query, this, args);
  } as typeof query);
});
afterAll(() => void vi.restoreAllMocks());

async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  statements.length = 0;
  await work();
  return [...statements];
}

test('a request with a key that was not used in the last second reads the key and takes batches of its limit and its project’s', async () => {
  const project = await server.createProject();
  expect(await statementsOf(() => project.call('GET', '/api/v1/platforms'))).toEqual([
    'find_caller',
    'take_rate_limits',
    'take_rate_limits',
  ]);
  expect(await statementsOf(() => project.call('GET', '/api/v1/platforms'))).toEqual([]);
});

test('an unknown key is looked up once', async () => {
  const unknown = openProject(server.baseUrl, mintApiKey(ids).key);
  for (const expected of [['find_caller'], []]) {
    expect(await statementsOf(() => unknown.call('GET', '/api/v1/platforms'))).toEqual(expected);
  }
});

test('POST /posts, scheduled', async () => {
  expect(await statementsOf(() => ana.publish({ content: 'Later', publishAt: inMs(3_600_000) }))).toEqual([
    'look_up_requests',
    'record_post',
  ]);
});

test('POST /posts, at once, on a network with two steps', async () => {
  expect(await statementsOf(() => ana.publish({ content: 'Now' }))).toEqual([
    'look_up_requests',
    'record_post',
    'find_account_credentials',
    'intend',
    'resolve_intent',
    'intend',
    'settle_published',
    'fill_url',
  ]);
});

test('POST /posts with a used key', async () => {
  const key = ids.uuid();
  const publish = () => ana.publish({ content: 'Later', publishAt: inMs(3_600_000) }, key);
  await publish();
  expect(await statementsOf(publish)).toEqual(['look_up_requests', 'find_post']);
});

test('GET /posts/:id of a post that is not settled', async () => {
  const { id } = (await ana.publish({ content: 'Waits', publishAt: inMs(3_600_000) })).body.post;
  for (let reads = 0; reads < 2; reads++) {
    expect(await statementsOf(() => ana.project.read(id))).toEqual(['find_post']);
  }
});

test('GET /posts/:id of a settled post, with and without its ETag', async () => {
  const { id } = (await ana.publish({ content: 'Out' })).body.post;
  const path = `/api/v1/posts/${id}`;
  expect(await statementsOf(() => ana.project.addressed(id))).toEqual(['find_post']);
  const known = await ana.project.call('GET', path);
  const etag = known.headers.get('etag')!;
  const again = await statementsOf(async () => {
    expect((await ana.project.call('GET', path)).body).toEqual(known.body);
    expect((await ana.project.call('GET', path, undefined, { 'If-None-Match': etag })).status).toBe(304);
  });
  expect(again).toEqual([]);
});

test('GET /posts', async () => {
  expect(await statementsOf(() => ana.project.call('GET', '/api/v1/posts'))).toEqual(['list_posts']);
});
