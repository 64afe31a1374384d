import type { PostDraft } from '@fanfare/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putMembership } from '../../../src/people/members/memberships.table.ts';
import { fromPublicId, toPublicId } from '../../../src/process/ids.ts';
import { type Browser, refused, shown, signIn } from '../../dashboard/api/sign-in.ts';
import { type Project, startTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let project: Project;
let ada: Browser;
let drafts: string;

beforeAll(async () => {
  server = await startTestServer();
  [project, ada] = [await server.createProject(), await signIn(server, 'ada@example.com')];
  const { rows } = await server.db.query<{ id: string; workspace_id: string }>({
    text: 'select id, workspace_id from projects',
  });
  await putMembership(server.db, { workspaceId: rows[0]!.workspace_id, userId: ada.userId, role: 'member' });
  drafts = `/app/api/projects/${toPublicId('prj', rows[0]!.id)}/drafts`;
});
afterAll(() => server.stop());

type Made = { readonly draft: PostDraft };
const time = expect.stringMatching(/Z$/);

async function save(request: object, note?: string): Promise<PostDraft> {
  const { status, body } = await project.call<Made>('POST', '/api/v1/drafts', { request, ...(note && { note }) });
  expect(status).toBe(201);
  return body.draft;
}
const read = async (id: string) => (await project.call<Made>('GET', `/api/v1/drafts/${id}`)).body.draft;

test('people see in the dashboard what a key drafted, change it, and the key does not overwrite that', async () => {
  const { id } = await save({ content: 'By an assistant.', platforms: 'later' }, 'Is the date right?');
  const facts = {
    ...{ id, version: 1, note: 'Is the date right?', idempotencyKey: id, postId: null },
    ...{ createdBy: { type: 'key', name: 'First key' }, createdAt: time, updatedAt: time },
  };
  expect(shown(await ada.call('GET', drafts))).toEqual({
    status: 200,
    body: { drafts: [{ ...facts, preview: 'By an assistant.' }] },
  });
  expect(shown(await ada.call('GET', `${drafts}/${id}`))).toEqual({
    status: 200,
    body: { draft: { ...facts, form: null, request: { content: 'By an assistant.', platforms: 'later' } } },
  });
  const changed = { form: { content: 'By Ada.' }, request: { content: 'By Ada.' } };
  const saved = shown(await ada.call('PUT', `${drafts}/${id}`, { version: 1, ...changed }));
  expect(saved).toEqual({ status: 200, body: { draft: { ...facts, version: 2, ...changed } } });
  const late = await project.call('PATCH', `/api/v1/drafts/${id}`, { version: 1, request: { content: 'Late.' } });
  expect(shown(late)).toEqual(refused(409, 'draft_conflict', 'The draft has version 2 by now, not 1. Read it again.'));
  expect(await read(id)).toMatchObject({ version: 2, note: 'Is the date right?', request: { content: 'By Ada.' } });
  await project.call('PATCH', `/api/v1/drafts/${id}`, { version: 2, note: 'Thank you.' });
  expect(shown(await ada.call('GET', `${drafts}/${id}`)).body).toMatchObject({ draft: { version: 3, ...changed } });
  await project.call('PATCH', `/api/v1/drafts/${id}`, { version: 3, request: { content: 'By both.' } });
  expect(shown(await ada.call('GET', `${drafts}/${id}`)).body).toMatchObject({
    draft: { version: 4, form: null, request: { content: 'By both.' } },
  });
});

test('the API shows what people draft, without their names', async () => {
  const body = { idempotencyKey: 'a person’s', form: { content: 'Mine.' }, request: { content: 'Mine.' } };
  const { draft } = (await ada.call('POST', drafts, body)).body as { draft: { id: string } };
  const expected = {
    ...{ id: draft.id, version: 1, note: null, request: { content: 'Mine.' }, idempotencyKey: 'a person’s' },
    ...{ postId: null, composeUrl: `${server.baseUrl}/compose?draft=${draft.id}&project=${drafts.split('/')[4]}` },
    ...{ createdBy: { type: 'person', name: null }, createdAt: time, updatedAt: time },
  };
  expect(await read(draft.id)).toEqual(expected);
  const withSession = { request: {}, note: 'By a session.' };
  const made = await ada.call('POST', '/api/v1/drafts', withSession, { 'X-Fanfare-Project': drafts.split('/')[4]! });
  expect((made.body as Made).draft.createdBy).toEqual({ type: 'person', name: null });
  const { drafts: listed } = (await ada.call('GET', drafts)).body as { drafts: { note: string; createdBy: unknown }[] };
  expect(listed.find(({ note }) => note === 'By a session.')?.createdBy).toEqual({
    ...{ type: 'person', name: 'ada@example.com' },
  });
});

test('a draft that people and a program publish at once is one post; then nobody changes it, and it goes after 30 days', async () => {
  const x = await project.connect('x');
  const request = { content: 'Once.', platforms: [{ platform: 'x', accountId: x.id }] };
  const { id, idempotencyKey } = await save(request);
  const byPeople = { 'X-Fanfare-Project': drafts.split('/')[4]! };
  const publish = { ...request, idempotencyKey };
  const answers = await Promise.all([
    ada.call('POST', '/api/v1/posts', publish, byPeople),
    ada.call('POST', '/api/v1/posts', { ...publish, content: 'Twice.' }, byPeople),
    project.call('POST', '/api/v1/posts', publish),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
  const { postId } = await read(id);
  expect(answers.map(({ body }) => (body as { post: { id: string } }).post.id)).toEqual([postId, postId, postId]);
  const published = refused(409, 'draft_published', `The draft was published as ${postId} and can no longer change.`);
  expect(shown(await project.call('PATCH', `/api/v1/drafts/${id}`, { version: 1, note: 'Late.' }))).toEqual(published);
  const late = { version: 1, form: {}, request: {} };
  expect(shown(await ada.call('PUT', `${drafts}/${id}`, late))).toEqual(published);
  const { drafts: open } = (await ada.call('GET', drafts)).body as { drafts: { id: string }[] };
  expect(open.map((one) => one.id)).not.toContain(id);

  const ageOf = (days: number) =>
    server.db.query({ text: `update drafts set updated_at = now() - interval '1 day' * $1`, values: [days] });
  await ageOf(29);
  await server.run('delete-drafts');
  expect(await read(id)).toMatchObject({ id, postId });
  await ageOf(31);
  await server.run('delete-drafts');
  const { rows } = await server.db.query<{ id: string }>({ text: 'select id from drafts' });
  // Those that are not published stay.
  expect(rows).toHaveLength(3);
  expect(rows.map((row) => row.id)).not.toContain(fromPublicId('drf', id));
});
