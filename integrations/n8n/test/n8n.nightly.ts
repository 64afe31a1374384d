import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningService, startService } from '@fanfare/harness/testing';
import { Fanfare } from '@fanfare/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSession, recordSession, writeSession } from './record-session.ts';
import { type Item, type N8n, readWorkflow, startN8n, until, type Workflow } from './start-n8n.ts';
import { takePicture } from './take-picture.ts';

const PACKAGE = fileURLToPath(new URL('../', import.meta.url));
const SAMPLES = fileURLToPath(new URL('../../../packages/sandbox/samples/', import.meta.url));
const RECIPES = new URL('../../../docs/recipes/', import.meta.url);
const START = 'Start';
const NODE_ID = '4f1c7a52-0000-4000-8000-000000000001';

const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-n8n-'));
chmodSync(folder, 0o755);
let service: RunningService;
let fanfare: Fanfare;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let n8n: N8n;
let credentials: { id: string; name: string };

beforeAll(async () => {
  service = await startService({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
  fanfare = new Fanfare(service);
  proxy = await startProxy(service.baseUrl);
  execFileSync('npx', ['--yes', 'pnpm@10.34.9', 'pack', '--pack-destination', folder], {
    cwd: PACKAGE,
    stdio: 'ignore',
  });
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  n8n = await startN8n(folder, path.join(folder, tarball), service.databaseUrl);
  const data = { baseUrl: proxy.url, apiKey: service.apiKey };
  credentials = await n8n.rest('POST', '/credentials', { name: 'Fanfare', type: 'fanfareApi', data });
}, 1_800_000);
afterAll(async () => {
  await n8n?.stop();
  proxy?.server.close();
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Stands between n8n and Fanfare, and loses the answers to so many publishes. */
async function startProxy(target: string): Promise<{ readonly url: string; readonly server: Server; lose: number }> {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const forward = request(`${target}${url}`, { method, headers }, (answer) => {
      const isPublish = method === 'POST' && url === '/api/v1/posts';
      if (isPublish && state.lose > 0) {
        state.lose--;
        answer.resume().once('end', () => incoming.socket.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forward);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const state = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, lose: 0 };
  return state;
}

type Parameters = Readonly<Record<string, unknown>>;

/** A workflow of a trigger and the node. */
function workflowOf(parameters: Parameters, settings: Readonly<Record<string, unknown>> = {}): Workflow {
  return {
    name: `Test ${JSON.stringify(parameters).slice(0, 40)}`,
    nodes: [
      { id: 'a', name: START, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
      {
        id: NODE_ID,
        name: 'Fanfare',
        type: 'n8n-nodes-fanfare.fanfare',
        typeVersion: 1,
        position: [200, 0],
        parameters,
        credentials: { fanfareApi: credentials },
        ...settings,
      },
    ],
    connections: { [START]: { main: [[{ node: 'Fanfare', type: 'main', index: 0 }]] } },
  };
}

async function run(parameters: Parameters, items?: readonly Item[], settings?: Parameters) {
  const pinData = items && { [START]: items };
  const { id } = await n8n.save({ ...workflowOf(parameters, settings), ...(pinData && { pinData }) });
  const execution = await n8n.run(id, START);
  return { ...execution, items: execution.outputs.Fanfare ?? [] };
}

const post = (text: string, more: Parameters = {}): Parameters => ({
  resource: 'post',
  operation: 'publish',
  accounts: [service.accounts.x],
  text,
  ...more,
});
const liveTexts = async () => (await service.livePosts()).map(({ text }) => text);
const picture = (name: string, mimeType: string): Item['binary'] & {} => ({
  data: { data: readFileSync(path.join(SAMPLES, name)).toString('base64'), mimeType, fileName: name },
});

test('an item is published, and the node gives the post of the API with its key', async () => {
  const { items, status, id } = await run(post('={{ $json.text }}', { accounts: 'x, threads' }), [
    { json: { text: 'n8n one' } },
    { json: { text: 'n8n two' } },
  ]);
  const { posts } = await fanfare.posts.list({ limit: 2 });
  expect({ status, items: items.map(({ json }) => json) }).toEqual({
    status: 'success',
    items: posts.toReversed().map((made, at) => ({
      post: made,
      replayed: false,
      warnings: [],
      idempotencyKey: `n8n.${id}.${NODE_ID}.0.${at}`,
    })),
  });
});

test('lost answers, retries of the node and of n8n publish once', async () => {
  // Four attempts of the first try of the node, and one of the second.
  proxy.lose = 5;
  const tries = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
  const { items, status } = await run(post('n8n once'), undefined, tries);
  expect({ status, left: proxy.lose, item: items[0]?.json }).toMatchObject({
    status: 'success',
    left: 0,
    item: { replayed: true, post: { status: 'published' } },
  });
  expect((await liveTexts()).filter((text) => text === 'n8n once')).toHaveLength(1);
});

test('a node in a loop publishes each item', async () => {
  const workflow = workflowOf(post('={{ $json.text }}'));
  const loop = {
    id: 'loop',
    name: 'Loop',
    type: 'n8n-nodes-base.splitInBatches',
    typeVersion: 3,
    position: [100, 0],
    parameters: { batchSize: 1, options: {} },
  };
  const to = (node: string) => [{ node, type: 'main', index: 0 }];
  const items = ['n8n loop 1', 'n8n loop 2'].map((text) => ({ json: { text } }));
  const { id } = await n8n.save({
    ...workflow,
    pinData: { [START]: items },
    nodes: [...workflow.nodes, loop],
    connections: {
      [START]: { main: [to('Loop')] },
      Loop: { main: [[], to('Fanfare')] },
      Fanfare: { main: [to('Loop')] },
    },
  });
  const { status, runs } = await n8n.run(id, START);
  expect({ status, runs: runs.Fanfare }).toEqual({ status: 'success', runs: 2 });
  expect(await liveTexts()).toEqual(expect.arrayContaining(['n8n loop 1', 'n8n loop 2']));
});

test('a key of the caller publishes once over executions, and refuses another request', async () => {
  const options = { options: { idempotencyKey: 'row-1' } };
  const [first, second] = [await run(post('n8n row', options)), await run(post('n8n row', options))];
  expect([first, second].map(({ items }) => items[0]?.json.replayed)).toEqual([false, true]);
  const other = await run(post('n8n other row', options));
  expect([other.status, other.error?.message]).toEqual([
    'error',
    'The idempotency key row-1 was used before with another request: nothing was published',
  ]);
  expect(await liveTexts()).not.toContain('n8n other row');
});

test('a broken rule and a failed target say which and why', async () => {
  const refused = await run(post('long '.repeat(60)));
  expect(refused.error).toMatchObject({
    message: expect.stringMatching(/^invalid_post: /),
    description: expect.stringMatching(/^platforms\[0\]\.content: The text weighs 300 .*x\.text\.max_weighted_length/),
  });
  const fault = {
    network: 'linkedin',
    method: 'POST',
    path: '/rest/posts',
    action: 'status',
    status: 422,
    body: {},
  } as const;
  await service.fail(fault);
  const partial = await run(post('n8n partial', { accounts: [service.accounts.x, service.accounts.linkedin] }));
  expect(partial.error).toMatchObject({
    message: expect.stringMatching(/^1 of 2 targets of post_\w+ failed: linkedin /),
    description: expect.stringMatching(/^linkedin acc_\w+: [\s\S]*\nx acc_\w+: published http/),
  });
  const [{ id } = { id: '' }] = (await fanfare.posts.list({ limit: 1 })).posts;
  const again = await run({ resource: 'post', operation: 'retryFailed', postId: id });
  expect(again.items[0]?.json).toMatchObject({ post: { status: 'published', targets: [{ platform: 'linkedin' }] } });
});

test('an item that fails goes on with its error when the node says so', async () => {
  const items = [{ json: { to: 'x' } }, { json: { to: 'nowhere' } }];
  const { items: given } = await run(post('n8n goes on', { accounts: '={{ $json.to }}' }), items, {
    onError: 'continueRegularOutput',
  });
  expect(given.map(({ json }) => json)).toEqual([
    expect.objectContaining({ post: expect.objectContaining({ status: 'published' }) }),
    expect.objectContaining({ error: expect.stringMatching(/^There is no account “nowhere”\. There are: /) }),
  ]);
});

test('binary data is published, and never left out in silence', async () => {
  const item = { json: {}, binary: picture('latte.png', 'image/png') };
  const toInstagram = { accounts: [service.accounts.instagram] };
  const silent = await run(post('n8n picture', { accounts: [service.accounts.x] }), [item]);
  expect(silent.error?.message).toMatch(/^The item has binary data that the post would leave out: data\. /);
  const media = { items: [{ source: 'binary', binaryPropertyName: 'data', altText: 'A latte' }] };
  const { items } = await run(post('n8n picture', { ...toInstagram, media }), [item]);
  expect(items[0]?.json).toMatchObject({
    post: {
      status: 'published',
      targets: [{ requested: { mediaItems: [{ type: 'image', altText: 'A latte' }] } }],
    },
  });
  const uploaded = await run({ resource: 'media', operation: 'upload', binaryPropertyName: 'data' }, [item]);
  expect(uploaded.items[0]?.json).toMatchObject({ media: { status: 'ready', filename: 'latte.png' } });
  // More than one call takes, and less than n8n pins (12 MB of base64).
  const large = Buffer.concat([readFileSync(path.join(SAMPLES, 'harbour.jpg')), Buffer.alloc(8.25 * 1024 * 1024)]);
  const data = { data: large.toString('base64'), mimeType: 'image/jpeg', fileName: 'large.jpg' };
  const whole = await run({ resource: 'media', operation: 'upload', binaryPropertyName: 'data' }, [
    { json: {}, binary: { data } },
  ]);
  expect(whole.items[0]?.json).toMatchObject({ media: { status: 'ready', bytes: large.length } });
});

test('options of platforms are those of the server, and reach the target', async () => {
  const targetOptions = {
    mappingMode: 'defineBelow',
    value: { x__replyControl: 'following', x__poll: '{ "options": ["Rye", "Oat"] }' },
  };
  const { items, error } = await run(post('n8n options', { targetOptions }));
  expect(error).toBeNull();
  expect(items[0]?.json).toMatchObject({
    post: { targets: [{ requested: { replyControl: 'following', poll: { options: ['Rye', 'Oat'] } } }] },
  });
});

test('a post is checked, scheduled in the time zone of n8n, read, listed and cancelled', async () => {
  const checked = await run(post('n8n check', { operation: 'check' }));
  expect(checked.items[0]?.json).toMatchObject({ valid: true, violations: [] });
  const scheduled = await run(post('n8n later', { operation: 'schedule', publishAt: '2036-12-24T18:00:00' }));
  const { post: later } = (scheduled.items[0]?.json ?? {}) as { post: { id: string; publishAt: string } };
  expect(later.publishAt).toBe('2036-12-24T17:00:00.000Z');
  const ofPost = async (operation: string) =>
    (await run({ resource: 'post', operation, postId: later.id })).items[0]?.json;
  expect(await ofPost('get')).toEqual({ post: (await fanfare.posts.get(later.id)).post });
  const { items } = await run({ resource: 'post', operation: 'getAll', limit: 2, filters: { status: 'scheduled' } });
  expect(items.map(({ json }) => json.id)).toEqual([later.id]);
  expect(await ofPost('cancel')).toMatchObject({ post: { status: 'cancelled' } });
  expect(await ofPost('getMetrics')).toMatchObject({ targets: [{ platform: 'x' }] });
  const accounts = await run({ resource: 'account', operation: 'getAll', filters: { platform: 'x' } });
  expect(accounts.items.map(({ json }) => json.id)).toEqual([service.accounts.x]);
});

test('the trigger registers its webhook, takes signed events only, and removes it', async () => {
  const trigger = {
    id: 'trigger',
    name: 'Fanfare Trigger',
    type: 'n8n-nodes-fanfare.fanfareTrigger',
    typeVersion: 1,
    position: [0, 0],
    parameters: { events: ['post.published'], platforms: '' },
    credentials: { fanfareApi: credentials },
    webhookId: '5d3c7a52-0000-4000-8000-000000000002',
  };
  const before = (await fanfare.webhooks.list()).webhooks.length;
  const { id, versionId } = await n8n.save({ name: 'Trigger', nodes: [trigger], connections: {} });
  await n8n.rest('POST', `/workflows/${id}/activate`, { versionId });
  const registered = async () => (await fanfare.webhooks.list()).webhooks.find(({ url }) => url.startsWith(n8n.url));
  await until(async () => (await registered()) !== undefined);
  const webhook = await registered();
  expect(webhook).toMatchObject({ events: ['post.published'], enabled: true });

  const forged = await fetch(webhook?.url ?? '', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
    },
    body: JSON.stringify({ type: 'post.published', data: {} }),
  });
  expect([forged.status, await forged.json()]).toEqual([400, { refused: 'signature_mismatch' }]);

  const { post: made } = await fanfare.posts.create({
    content: 'n8n event',
    platforms: [{ platform: 'x', accountId: service.accounts.x }],
  });
  const [execution, ...others] = await n8n.executions(id, 1);
  expect(others).toEqual([]);
  expect(execution?.outputs['Fanfare Trigger']?.map(({ json }) => json)).toEqual([
    expect.objectContaining({
      type: 'post.published',
      data: expect.objectContaining({ post: expect.objectContaining({ id: made.id }) }),
    }),
  ]);
  await n8n.rest('POST', `/workflows/${id}/deactivate`, {});
  await until(async () => (await registered()) === undefined);
  expect((await fanfare.webhooks.list()).webhooks).toHaveLength(before);
});

test('docs/recipes/n8n-spreadsheet.md: rows are published once, and a wrong row stops no other', async () => {
  const page = readFileSync(new URL('n8n-spreadsheet.md', RECIPES), 'utf8');
  const table = path.join(folder, 'posts.csv');
  writeFileSync(table, /```csv posts\.csv\n(.*?)```/s.exec(page)?.[1] ?? '');
  const recipe = readWorkflow(new URL('n8n-spreadsheet.json', RECIPES), credentials);
  const nodes = recipe.nodes.map((node) =>
    node.name === 'Read the table' ? { ...node, parameters: { operation: 'read', fileSelector: table } } : node,
  );
  const { id } = await n8n.save({ ...recipe, nodes });
  const runRecipe = async () => {
    const { status, outputs } = await n8n.run(id, 'By hand');
    return {
      status,
      ...Object.fromEntries(['Publish', 'Schedule'].map((name) => [name, outputs[name]?.map(({ json }) => json)])),
    };
  };
  const results = (replayed: boolean) => ({
    status: 'success',
    Publish: [
      expect.objectContaining({
        replayed,
        idempotencyKey: 'sheet-rye-47',
        post: expect.objectContaining({ status: 'published' }),
      }),
      { error: expect.stringMatching(/^There is no account “facebook”\. There are: /) },
    ],
    Schedule: [
      expect.objectContaining({
        replayed,
        post: expect.objectContaining({ status: 'scheduled', publishAt: '2036-11-30T06:00:00.000Z' }),
      }),
    ],
  });
  const shown = await recordSession(n8n, id);
  expect(await runRecipe()).toEqual(results(true));
  const text = 'Fresh rye from six in the morning.';
  expect((await liveTexts()).filter((live) => live === text)).toHaveLength(2);

  const { PICTURE, RECORD } = process.env;
  if (PICTURE) await takePicture(n8n, `/workflow/${id}`, PICTURE);
  if (RECORD) writeSession(shown);
  expect(readSession()).toBe(shown);
});
