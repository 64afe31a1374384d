import { afterAll, beforeAll, expect, test } from 'vitest';
import { putMembership } from '../../../src/people/members/memberships.table.ts';
import { fromPublicId } from '../../../src/process/ids.ts';
import { type Project, startTestServer, type TestServer } from '../../harness.ts';
import { until } from '../../until.ts';
import { findProjectOf } from './find-project.ts';
import { type Browser, refused, shown, signIn } from './sign-in.ts';

let server: TestServer;
let ada: Browser;
let project: Project;
let prj: string;

beforeAll(async () => {
  server = await startTestServer();
  ada = await signIn(server);
  project = await server.createProject();
  const found = await findProjectOf(server.db, project.apiKey);
  prj = found.prj;
  await putMembership(server.db, { workspaceId: found.workspaceId, userId: ada.userId, role: 'member' });
});
afterAll(() => server.stop());

const read = async (path: string) => shown(await ada.call('GET', `/app/api/projects/${prj}${path}`));
const time = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]{12}Z$/);

test('the timeline has what was recorded, written and settled, and the usage counts it', async () => {
  const x = await project.connect('x');
  const { body } = await project.publish({ content: 'Good morning.', platforms: [{ platform: 'x', accountId: x.id }] });
  const [target] = body.post.targets;
  expect(await read(`/posts/${body.post.id}/timeline`)).toEqual({
    status: 200,
    body: {
      targets: [
        {
          targetId: target!.id,
          accountId: x.id,
          platform: 'x',
          state: 'done',
          entries: [
            { kind: 'recorded', at: body.post.createdAt },
            {
              ...{ kind: 'write', id: expect.any(String), at: time, endedAt: time, write: 'publish', ordinal: 0 },
              ...{ state: 'accepted', sends: 1, detail: null },
            },
            { kind: 'published', at: target!.publishedAt },
          ],
        },
      ],
    },
  });
  expect(await read('/posts/post_00000000000000000000000000/timeline')).toEqual(refused(404, 'not_found'));

  const usage = await read('/usage-days');
  const { days, accounts, ...rest } = usage.body as { days: { date: string; units: number }[]; accounts: unknown };
  expect(days.filter(({ units }) => units > 0)).toEqual([
    { date: target!.publishedAt!.slice(0, 10), units: 1, publish: 1, comment: 0, repost: 0 },
  ]);
  expect(accounts).toEqual([{ account: { id: x.id, platform: 'x', username: x.username }, units: 1, writes: 1 }]);
  expect(rest).toEqual({ periodStart: time, periodEnd: time, included: null, used: 1 });
  expect(await read('/usage-days?month=2026-02')).toMatchObject({ body: { used: 0, days: { length: 28 } } });
  expect(await read('/usage-days?month=2026-13')).toMatchObject({ status: 400 });
});

test('the facts of an account say since when it has its status, what it may do, and what it published last', async () => {
  const threads = await project.connect('threads');
  expect(await read(`/account-facts/${threads.id}`)).toEqual({
    status: 200,
    body: {
      account: {
        ...{
          accountId: threads.id,
          statusSince: threads.connectedAt,
          endsAt: null,
          subscription: null,
          lastPublished: null,
        },
        scopes: expect.arrayContaining(['threads_basic', 'threads_content_publish']),
      },
    },
  });
  const platforms = [{ platform: 'threads', accountId: threads.id }];
  await project.publish({ content: 'One.', platforms });
  const { body } = await project.publish({ content: 'Two.', platforms });
  const [target] = body.post.targets;
  await project.call('DELETE', `/api/v1/accounts/${threads.id}`);
  const { body: gone } = await read(`/account-facts/${threads.id}`);
  const { account } = gone as { account: { statusSince: string } };
  expect(account).toEqual({
    ...{ accountId: threads.id, statusSince: time, endsAt: null, subscription: null, scopes: [] },
    lastPublished: { postId: body.post.id, at: target!.publishedAt, url: target!.url },
  });
  expect(account.statusSince > target!.publishedAt!).toBe(true);
  // Disconnected again: it has been so since the first time.
  await project.call('DELETE', `/api/v1/accounts/${threads.id}`);
  const { accounts } = (await read('/account-facts')).body as { accounts: { accountId: string }[] };
  expect(accounts.filter(({ accountId }) => accountId === threads.id)).toEqual([
    { accountId: threads.id, statusSince: account.statusSince, endsAt: null, subscription: null },
  ]);
  expect(await read('/account-facts/acc_00000000000000000000000000')).toEqual(refused(404, 'not_found'));
});

test('the log has calls of keys with their errors, and of the dashboard only what it changes; no query and no key', async () => {
  await project.call('GET', '/api/v1/usage?nonsense=secret', undefined, { 'X-Request-Id': 'broken-call' });
  await project.call('GET', '/api/v1/accounts/acc_00000000000000000000000000');
  const session = { 'X-Fanfare-Project': prj };
  await ada.call('GET', '/api/v1/usage', undefined, session);
  await ada.call('POST', '/api/v1/posts/validate', { content: 'secret text' }, session);
  const logged = await until(async () => {
    const { body } = await read('/requests?limit=3');
    const { requests } = body as { requests: { path: string; key: object | null }[] };
    return requests[0]?.path === '/api/v1/posts/validate' ? requests : null;
  });
  const facts = {
    id: expect.stringMatching(/^req_/),
    at: time,
    durationMs: expect.any(Number),
    requestId: expect.any(String),
  };
  const key = { id: expect.stringMatching(/^key_/), name: expect.any(String) };
  expect(logged).toEqual([
    {
      ...facts,
      method: 'POST',
      path: '/api/v1/posts/validate',
      status: 400,
      key: null,
      error: { code: 'invalid_request', message: expect.any(String) },
    },
    {
      ...facts,
      method: 'GET',
      path: '/api/v1/accounts/:id',
      status: 404,
      key,
      error: { code: 'not_found', message: 'There is no such account in this project.' },
    },
    {
      ...facts,
      method: 'GET',
      path: '/api/v1/usage',
      status: 400,
      requestId: 'broken-call',
      key,
      error: { code: 'invalid_request', message: expect.any(String) },
    },
  ]);
  const errors = await read('/requests?errors=true&limit=1');
  const { nextCursor } = errors.body as { nextCursor: string };
  expect(errors).toMatchObject({ body: { requests: [logged[0]], hasMore: true } });
  expect(await read(`/requests?errors=true&limit=1&cursor=${nextCursor}`)).toMatchObject({
    body: { requests: [logged[1]] },
  });
  expect(await read('/requests?requestId=broken-call')).toMatchObject({
    body: { requests: [logged[2]], hasMore: false },
  });
  expect(await read('/requests?cursor=nonsense')).toMatchObject({ body: { requests: [], hasMore: false } });
  const { rows } = await server.db.query<{ log: string }>({
    text: 'select string_agg(r::text, $1) as log from request_log r',
    values: [' '],
  });
  expect(rows[0]!.log).not.toMatch(/secret|fanfare_sk_/);
});

test('calls are deleted after 7 days', async () => {
  const projectId = fromPublicId('prj', prj);
  await server.db.query({
    text: `insert into request_log (project_id, id, at, method, path, status, duration_ms, request_id)
           select $1, gen_random_uuid(), now() - age, 'GET', '/old', 200, 1, 'old' from unnest(array['6 days 23 hours', '7 days 1 hour']::interval[]) age`,
    values: [projectId],
  });
  await server.tick();
  const { rows } = await server.db.query<{ old: number }>({
    text: `select count(*)::int as old from request_log where path = '/old'`,
  });
  expect(rows).toEqual([{ old: 1 }]);
});

type Entry = { kind: string; write?: string; followUp?: { kind: string; index: number } };

test('the timeline of a chain has each post of it, and a comment that is to come has nothing yet', async () => {
  const threads = await project.connect('threads');
  const { body } = await project.publish({
    platforms: [
      {
        ...{ platform: 'threads', accountId: threads.id },
        ...{
          thread: [{ content: 'One.' }, { content: 'Two.' }],
          firstComments: [{ content: 'Later.', afterSeconds: 3_600 }],
        },
      },
    ],
  });
  const answer = await read(`/posts/${body.post.id}/timeline`);
  const [timeline] = (answer.body as { targets: { targetId: string; entries: Entry[] }[] }).targets;
  const words = timeline!.entries.map(({ kind, write, followUp }) =>
    [kind, write, followUp && `${followUp.kind} ${followUp.index}`].filter(Boolean).join(' '),
  );
  expect({ ...timeline, entries: words }).toEqual({
    ...{ targetId: body.post.targets[0]!.id, accountId: threads.id, platform: 'threads', state: 'done' },
    entries: [
      'recorded',
      'write container',
      'write publish',
      'published',
      'write container thread 1',
      'write publish thread 1',
      'published thread 1',
    ],
  });
});
