import type { PostMetricsResponse } from '@fanfare/contract';
import { HUB_REFUSALS, type Refused } from '@fanfare/rules';
import { afterEach, describe, expect, test } from 'vitest';
import { errorBody } from '../../error-body.ts';
import type { Reply } from '../../harness.ts';
import { useServer } from '../../use-server.ts';
import { addedTo, connectHub, hubAccount, hubPerson, PUBLIC_CALL, ROLES } from './hub-people.ts';

const server = useServer();
afterEach(() => server.sandbox.removeFaults());

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const page = (title: string) => ({ action: 'status', status: 200, headers: HTML, body: `<h1>${title}</h1>` }) as const;

/** Answers that a hub may give to any call in place of the right one. */
const NOISE = [
  ['redirects', { action: 'status', status: 302, headers: { location: '/elsewhere' } }],
  ['shows its home page', page('Welcome to our community')],
  ['shows a page for signing in', page('Sign in to continue')],
  ['answers 200 with an error in it', { action: 'status', status: 200, body: { error: 'maintenance' } }],
  ['answers 200 with nothing', { action: 'status', status: 200, body: '' }],
  ['answers 500', { action: 'status', status: 500, body: 'Out of order' }],
  ['drops the connection', { action: 'drop_before' }],
] as const;

const EVERY_HUB = ROLES.flatMap((role) => NOISE.map(([title, fault]) => ({ role, title, fault })));
/** More than there are calls in any of these. */
const ALWAYS = { times: 200 };
const ANSWERS: readonly Refused[] = [
  HUB_REFUSALS.brokenAnswer(),
  HUB_REFUSALS.unreachable(),
  HUB_REFUSALS.noConnectCodes(),
  HUB_REFUSALS.codeMayBeUsed(),
  HUB_REFUSALS.notAHub('WordPress'),
  HUB_REFUSALS.notAHub('Micropub'),
];
/** Refusal of the hub that redirects above. */
const redirected = (): Refused =>
  HUB_REFUSALS.notAHub(
    'WordPress',
    `The site redirects to ${server.sandbox.url}/elsewhere, and redirects are never followed. Connect with that address.`,
  );
const STATUS = { hub_error: 502, hub_unreachable: 502, hub_not_supported: 400 };

/** The whole answer is one of those that a broken hub has. */
function expectRefusal(reply: Reply<unknown>): void {
  const { code } = (reply.body as { error: { code: keyof typeof STATUS } }).error;
  const known = [...ANSWERS, redirected()].map(({ refusal }) =>
    errorBody(reply, refusal.code, refusal.message, refusal.details && [...refusal.details]),
  );
  expect(known).toContainEqual(reply.body);
  expect(reply.status).toBe(STATUS[code]);
}

describe.each(EVERY_HUB)('a $role hub that $title', ({ role, fault }) => {
  test('connects nobody, by key or by code, and the key works afterwards', async () => {
    const project = await server.createProject();
    const person = await hubPerson(server, role);
    const key = await person.key();
    await server.sandbox.fail({ network: 'hub', role, ...fault, ...ALWAYS });
    expectRefusal(await connectHub(project, key));
    expectRefusal(await connectHub(project, await person.code()));
    await server.sandbox.removeFaults();
    expect((await connectHub(project, key)).status).toBe(201);
  });

  test('lists no spaces, fails the target, and keeps its account', async () => {
    const { project, account, person, target, read } = await hubAccount(server, role);
    await server.sandbox.fail({ network: 'hub', role, ...fault, ...ALWAYS });
    expectRefusal(await project.call('GET', `/api/v1/accounts/${account.id}/spaces`));
    const { status, errorDetail } = await target({ content: 'Rye bread is back.', mediaItems: [image()] });
    expect([status, errorDetail?.code]).toEqual([
      'failed',
      expect.stringMatching(/^(network_unavailable|outcome_unknown)$/),
    ]);
    await server.sandbox.removeFaults();
    expect([await read(), await person.posts()]).toEqual([account, []]);
    expect((await project.call('GET', `/api/v1/accounts/${account.id}/spaces`)).status).toBe(200);
  });
});

const image = () => ({ type: 'image', url: server.sandbox.sample('harbour.jpg') });

/** Answer with which each hub refuses a file. WordPress says 500. */
const BAD_FILE = {
  wordpress: {
    path: '^/wp-json/wp/v2/media$',
    status: 500,
    body: { code: 'rest_upload_unknown_error', message: 'Sorry, not this file.', data: { status: 500 } },
  },
  micropub: { path: '^/media$', status: 400, body: { error: 'invalid_request', error_description: 'Not this file.' } },
};

test.each(ROLES)(
  'a %s hub that does not take the second image fails the target, and keeps nothing of it',
  async (role) => {
    const { target, account, person } = await hubAccount(server, role);
    const { path, ...answer } = BAD_FILE[role];
    await server.sandbox.fail({ network: 'hub', role, method: 'POST', path, skip: 1, action: 'status', ...answer });
    const added = await addedTo(server, role, async () => {
      const { status, errorDetail, platformPostId } = await target({
        content: 'Rye.',
        mediaItems: [image(), image(), image()],
      });
      expect({ status, platformPostId, errorDetail }).toMatchObject({
        ...{ status: 'failed', platformPostId: null },
        errorDetail: { code: 'media_rejected', mediaIndex: 1 },
      });
    });
    expect([added, await person.posts(), account.status]).toEqual([
      { drafts: 0, published: 0, uploads: 0 },
      [],
      'active',
    ]);
  },
);

/** The JSON has 50 MB, and the gzip bomb 2 GiB when it is unpacked. */
const MOST_MEMORY = 150 * 1024 * 1024;

/** Returns the most bytes that buffers of this process gain during `work`. */
async function memoryDuring(work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage().external;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().external);
  }, 1);
  await work().finally(() => clearInterval(watch));
  return most - before;
}

test.each(ROLES)(
  'a %s hub that answers with 50 MB of JSON is refused, and keeps its account, within bounded memory',
  async (role) => {
    const { project, account, person, target, read } = await hubAccount(server, role);
    const [key, code] = [await person.key(), await person.code()];
    await server.sandbox.control('hub', 'oversized-answer', { role, kind: 'huge-json', times: 200 });
    const memory = await memoryDuring(async () => {
      expectRefusal(await connectHub(project, key));
      expectRefusal(await connectHub(project, code));
      expectRefusal(await project.call('GET', `/api/v1/accounts/${account.id}/spaces`));
      expect((await target({ content: 'Rye bread is back.' })).status).toBe('failed');
    });
    expect(memory).toBeLessThan(MOST_MEMORY);
    await server.sandbox.control('hub', 'oversized-answer', { role, kind: 'huge-json', times: 0 });
    expect([await read(), await person.posts()]).toEqual([account, []]);
  },
);

test.each(ROLES)('a %s hub that answers with a gzip bomb is refused within bounded memory', async (role) => {
  const project = await server.createProject();
  const key = await (await hubPerson(server, role)).key();
  await server.sandbox.control('hub', 'oversized-answer', { role, kind: 'gzip-bomb', times: 200 });
  const memory = await memoryDuring(async () => expectRefusal(await connectHub(project, key)));
  expect(memory).toBeLessThan(MOST_MEMORY);
  await server.sandbox.control('hub', 'oversized-answer', { role, kind: 'gzip-bomb', times: 0 });
});

test('gzip bombs to a search for spaces, a count of comments and a publish are refused, and the post is published once', async () => {
  const { project, account, person, publish, target, read } = await hubAccount(server, 'wordpress');
  const { post } = (await publish({ content: 'Before.' })).body;
  const bombs = (path: string, times: number) =>
    server.sandbox.control('hub', 'oversized-answer', { role: 'wordpress', kind: 'gzip-bomb', path, times });
  const memory = await memoryDuring(async () => {
    await bombs('/categories$', 5);
    expectRefusal(await project.call('GET', `/api/v1/accounts/${account.id}/spaces`));
    await bombs('/comments$', 5);
    const { body } = await project.call<PostMetricsResponse>('GET', `/api/v1/posts/${post.id}/metrics`);
    expect([body.targets[0]!.metrics, body.targets[0]!.metricsError === null]).toEqual([null, false]);
    // The hub does not perform what it answers with a bomb: the draft is still one, and is
    // published again.
    await bombs(PUBLIC_CALL.wordpress.path, 1);
    expect((await target({ content: 'Rye bread is back.' })).status).toBe('published');
  });
  expect(memory).toBeLessThan(MOST_MEMORY);
  const texts = (await person.posts()).map(({ text }) => text);
  expect([await read(), texts.sort()]).toEqual([account, ['Before.', 'Rye bread is back.']]);
});
