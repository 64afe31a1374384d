import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../harness.ts';
import { atOnce, SIX_AT_ONCE } from './at-once.ts';
import { type Browser, makeWorkspace, refused, shown, signIn } from './sign-in.ts';

let server: TestServer;
let ada: Browser;
let own: Awaited<ReturnType<typeof makeWorkspace>>;

beforeAll(async () => {
  server = await startTestServer({ env: SIX_AT_ONCE });
  ada = await signIn(server, 'ada@example.com');
  own = await makeWorkspace(server);
  await own.join(ada, 'member');
});
afterAll(() => server.stop());

const call = async (method: string, path = '', body?: unknown, prj = own.prj) =>
  shown(await ada.call(method, `/app/api/projects/${prj}/drafts${path}`, body));
const time = expect.stringMatching(/Z$/);
type Made = { draft: { id: string; version: number } };

test('a draft keeps its form and key; a second click with the key makes no second draft', async () => {
  const content = `Hello 🌍 ${'a'.repeat(300)}`;
  const form = { content, targets: [{ accountId: 'acc_1', own: null }] };
  const request = { content, platforms: [{ platform: 'x', accountId: 'acc_1' }] };
  const made = await call('POST', '', { idempotencyKey: 'one', form, request });
  const facts = {
    ...{ idempotencyKey: 'one', version: 1, note: null, postId: null, createdAt: time, updatedAt: time },
    createdBy: { type: 'person', name: 'ada@example.com' },
  };
  const id = (made.body as Made).draft.id;
  expect(made).toEqual({
    status: 201,
    body: { draft: { id: expect.stringMatching(/^drf_/), ...facts, form, request } },
  });
  const again = await Promise.all([1, 2].map(() => call('POST', '', { idempotencyKey: 'one', form: {}, request: {} })));
  expect(again).toEqual([
    { ...made, status: 200 },
    { ...made, status: 200 },
  ]);
  expect(await call('GET')).toEqual({
    status: 200,
    body: { drafts: [{ id, ...facts, preview: [...content].slice(0, 200).join('') }] },
  });
  expect(await call('DELETE', `/${id}`)).toEqual({ status: 200, body: { deleted: true } });
  expect(await call('GET', `/${id}`)).toEqual(refused(404, 'not_found', 'There is no such draft.'));
});

test.each([
  ['of the post', { content: 'Ours', platforms: [{ content: 'Theirs' }] }, 'Ours'],
  ['of the first target that has one', { content: ' \n', platforms: [{}, { content: 'Theirs' }] }, 'Theirs'],
  ['empty where there is none', { content: '', platforms: [{ content: 7 }, 'nothing'] }, ''],
])('the text of a draft in the list is %s', async (_, request, preview) => {
  const idempotencyKey = preview || 'none';
  const { id } = ((await call('POST', '', { idempotencyKey, form: {}, request })).body as Made).draft;
  const { drafts } = (await call('GET')).body as { drafts: { id: string; preview: string }[] };
  expect(drafts.find((draft) => draft.id === id)?.preview).toBe(preview);
});

test('of two tabs that save one version one wins, and the other learns of it', async () => {
  const { id } = ((await call('POST', '', { idempotencyKey: 'two tabs', form: {}, request: {} })).body as Made).draft;
  const save = (version: number, content: string) => call('PUT', `/${id}`, { version, form: { content }, request: {} });
  const both = await Promise.all([save(1, 'left'), save(1, 'right')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)).toEqual(
    refused(409, 'draft_conflict', 'The draft has version 2 by now, not 1. Read it again.'),
  );
  const winner = both.find(({ status }) => status === 200);
  expect(await call('GET', `/${id}`)).toEqual(winner);
  expect(await save(2, 'later')).toMatchObject({
    status: 200,
    body: { draft: { version: 3, form: { content: 'later' } } },
  });
});

test('a draft that cannot be stored is refused', async () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
  for (const form of [
    { content: 'a'.repeat(262_144) },
    { content: '\u0000' },
    { content: ['\ud83d'] },
    { '\u0000': 1 },
    nested(40),
    [],
    'text',
  ])
    expect(
      await call('POST', '', { idempotencyKey: 'bad', form, request: {} }),
      JSON.stringify(form).slice(0, 30),
    ).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request' } },
    });
  expect(await call('POST', '', { idempotencyKey: 'x'.repeat(10_000), form: {}, request: {} })).toMatchObject({
    status: 400,
  });
  const large = { content: 'é'.repeat(10_000) };
  expect(await call('POST', '', { idempotencyKey: 'large', form: large, request: large })).toMatchObject({
    status: 201,
  });
});

test('a project has at most 200 drafts that are not published', async () => {
  const { projectId, prj, join } = await makeWorkspace(server);
  await join(ada, 'member');
  await server.db.query({
    text: `insert into drafts (project_id, id, idempotency_key)
           select $1, gen_random_uuid(), n::text from generate_series(1, 199) n`,
    values: [projectId],
  });
  const make = (idempotencyKey: string) => call('POST', '', { idempotencyKey, form: {}, request: {} }, prj);
  const both = await atOnce(server.db, 'drafts', () => [make('a'), make('b')]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 403]);
  expect(both.find(({ status }) => status === 403)).toEqual(refused(403, 'draft_limit_reached'));
});
