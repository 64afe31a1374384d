import { type Account, LIMITS } from '@fanfare/contract';
import { expect } from 'vitest';
import type { Project } from '../api.ts';
import { JPEG, upload } from '../hosted-file.ts';
import { ANY, errorBody, invalidRequest } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '4.15';

type Saved = { readonly id: string; readonly version: number; readonly idempotencyKey: string };

const VALID = { valid: true, problems: [], violations: [], warnings: [], units: 1 };
const WITHOUT_ACCOUNTS = {
  ...{ valid: false, violations: [], warnings: [], units: 0 },
  problems: [{ path: 'platforms', message: ANY.sentence }],
};

/** A draft that a key has saved and nobody has published. */
const savedDraft = (fields: Readonly<Record<string, unknown>>) => ({
  id: ANY.draftId,
  version: 1,
  note: null,
  idempotencyKey: ANY.draftId,
  postId: null,
  composeUrl: ANY.url,
  createdBy: { type: 'key', name: ANY.sentence },
  createdAt: ANY.time,
  updatedAt: ANY.time,
  ...fields,
});

async function save(project: Project, body: Readonly<Record<string, unknown>>): Promise<Saved> {
  const answer = await project.call('POST', '/drafts', { body });
  expect(answer.status).toBe(201);
  return (answer.body as { draft: Saved }).draft;
}

async function ask(project: Project, method: string, path: string, body?: object) {
  const { status, body: answer } = await project.call(method, path, body ? { body } : {});
  return { status, body: answer };
}

const textFor = (account: Pick<Account, 'id' | 'platform'>, content: string) => ({
  content,
  platforms: [targetEntry(account)],
});

/** `POST /drafts` to `DELETE /drafts/:id`. */
export const draftStatements: readonly Statement[] = [
  {
    section,
    statement: 'a draft is kept as it was sent, complete or not, with its note and what keeps it from being published',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const request = { ...textFor(x, 'Stollen from Monday.'), publishAt: '2031-11-23T07:00:00+01:00' };
      const created = await ask(project, 'POST', '/drafts', { request, note: 'Is the date right?' });
      const draft = savedDraft({ request, note: 'Is the date right?' });
      expect(created).toEqual({ status: 201, body: { draft, check: VALID } });
      const { id, idempotencyKey } = (created.body as { draft: Saved }).draft;
      expect(idempotencyKey).toBe(id);
      expect(await ask(project, 'GET', `/drafts/${id}`)).toEqual({ ...created, status: 200 });
      const bare = await ask(project, 'POST', '/drafts', { request: { content: 'Text.', later: [1] }, note: '' });
      const unknown = { path: 'later', message: ANY.sentence };
      expect(bare).toEqual({
        status: 201,
        body: {
          draft: savedDraft({ request: { content: 'Text.', later: [1] } }),
          check: { ...WITHOUT_ACCOUNTS, problems: [unknown, ...WITHOUT_ACCOUNTS.problems] },
        },
      });
      expect((await project.call('GET', '/posts')).body).toMatchObject({ posts: [] });
    },
  },
  {
    section,
    statement: 'the check names an account that does not exist, every broken rule, and what has no effect',
    async run(api) {
      const [project, other] = [await api.project(), await api.project()];
      const [x, foreign] = [await project.connect('x'), await other.connect('x')];
      const checkOf = async (request: object) => {
        const { body } = await ask(project, 'POST', '/drafts', { request });
        return (body as { check: unknown }).check;
      };
      expect(await checkOf(textFor(foreign, 'Hello'))).toEqual({
        ...{ valid: false, violations: [], warnings: [], units: 0 },
        problems: [{ path: 'platforms[0].accountId', accountId: foreign.id, message: ANY.sentence }],
      });
      expect(await checkOf({ ...textFor(x, 'a'.repeat(281)), idempotencyKey: 'mine' })).toEqual({
        valid: false,
        problems: [],
        violations: [
          {
            ...{ path: 'platforms[0].content', platform: 'x', accountId: x.id, message: ANY.sentence },
            ...{ rule: 'x.text.max_weighted_length', limit: 280, actual: 281 },
          },
        ],
        warnings: [{ path: 'idempotencyKey', message: ANY.sentence }],
        units: 1,
      });
    },
  },
  {
    section,
    statement: 'a repeated Idempotency-Key answers the first draft with 200, and with another body says so',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const headers = { 'Idempotency-Key': api.newKey() };
      const send = (content: string) => project.call('POST', '/drafts', { body: { request: { content } }, headers });
      const first = await send('One.');
      const again = await send('One.');
      expect([first.status, again.status, again.body]).toEqual([201, 200, first.body]);
      expect(again.headers.get('Idempotency-Mismatch')).toBeNull();
      const other = await send('Two.');
      expect([other.status, other.body, other.headers.get('Idempotency-Mismatch')]).toEqual([200, first.body, 'true']);
    },
  },
  {
    section,
    statement:
      'a change names the version that was read: a later one gets draft_conflict and overwrites nothing; what is left out stays',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const { id } = await save(project, { request: { content: 'One.' }, note: 'First.' });
      const change = (body: object) => ask(project, 'PATCH', `/drafts/${id}`, body);
      const changed = savedDraft({ version: 2, note: 'First.', request: { content: 'Two.' } });
      expect(await change({ version: 1, request: { content: 'Two.' } })).toEqual({
        status: 200,
        body: { draft: changed, check: WITHOUT_ACCOUNTS },
      });
      expect(await change({ version: 1, request: { content: 'Late.' } })).toEqual({
        status: 409,
        body: errorBody('draft_conflict'),
      });
      expect(await change({ version: 2, note: '' })).toEqual({
        status: 200,
        body: { draft: { ...changed, version: 3, note: null }, check: WITHOUT_ACCOUNTS },
      });
      expect((await ask(project, 'GET', `/drafts/${id}`)).body).toMatchObject({
        draft: { version: 3, request: { content: 'Two.' } },
      });
    },
  },
  {
    section,
    statement:
      'a draft that two publish under its key is one post, which it names; it changes no more, and the list tells it from open ones',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const request = textFor(x, 'Once.');
      const { id, idempotencyKey } = await save(project, { request });
      const open = await save(project, { request });
      const publish = () => project.call('POST', '/posts', { body: { ...request, idempotencyKey } });
      const answers = await Promise.all([publish(), publish()]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 201]);
      const postId = (answers[0]!.body as { post: { id: string } }).post.id;
      expect((answers[1]!.body as { post: { id: string } }).post.id).toBe(postId);
      const draft = savedDraft({ request, postId });
      expect(await ask(project, 'GET', `/drafts/${id}`)).toEqual({ status: 200, body: { draft, check: VALID } });
      expect(await ask(project, 'PATCH', `/drafts/${id}`, { version: 1, note: 'Late.' })).toEqual({
        status: 409,
        body: errorBody('draft_published'),
      });
      const listed = async (query: string) => {
        const { body } = await ask(project, 'GET', `/drafts${query}`);
        return (body as { drafts: Saved[] }).drafts.map((one) => one.id);
      };
      expect(await listed('?published=true')).toEqual([id]);
      expect(await listed('?published=false')).toEqual([open.id]);
      expect(await listed('')).toEqual([open.id, id]);
    },
  },
  {
    section,
    statement: 'drafts are listed newest first, page by page, and those of another project are not found',
    async run(api) {
      const [project, other] = [await api.project(), await api.project()];
      const ids: string[] = [];
      for (const content of ['One.', 'Two.', 'Three.']) ids.unshift((await save(project, { request: { content } })).id);
      const first = await ask(project, 'GET', '/drafts?limit=2');
      const { nextCursor } = first.body as { nextCursor: string };
      expect(first).toEqual({
        status: 200,
        body: {
          drafts: [
            savedDraft({ id: ids[0], request: { content: 'Three.' } }),
            savedDraft({ id: ids[1], request: { content: 'Two.' } }),
          ],
          ...{ hasMore: true, nextCursor: ANY.text },
        },
      });
      expect((await ask(project, 'GET', `/drafts?limit=2&cursor=${nextCursor}`)).body).toEqual({
        drafts: [savedDraft({ id: ids[2], request: { content: 'One.' } })],
        ...{ hasMore: false, nextCursor: null },
      });
      const none = { status: 404, body: errorBody('not_found') };
      for (const id of [ids[0], 'drf_1', 'post_01m7w4n5ntfm78mh9vvwca3vx0']) {
        expect(await ask(other, 'GET', `/drafts/${id}`)).toEqual(none);
        expect(await ask(other, 'PATCH', `/drafts/${id}`, { version: 1, note: 'Mine.' })).toEqual(none);
        expect(await ask(other, 'DELETE', `/drafts/${id}`)).toEqual(none);
      }
      expect(await ask(project, 'DELETE', `/drafts/${ids[0]}`)).toEqual({ status: 200, body: { deleted: true } });
      expect(await ask(project, 'GET', `/drafts/${ids[0]}`)).toEqual(none);
    },
  },
  {
    section,
    statement: 'a draft that cannot be stored is refused: no object, more than 256 KiB, a note above 1,000 characters',
    async run(api) {
      const project = await api.project();
      for (const [path, body] of [
        ['request', { note: 'Without one.' }],
        ['request', { request: 'text' }],
        ['request', { request: { content: '\u0000' } }],
        ['request', { request: { content: 'a'.repeat(LIMITS.draftBytes.value) } }],
        ['note', { request: {}, note: 'a'.repeat(LIMITS.draftNoteChars.value + 1) }],
      ] as const)
        expect(await ask(project, 'POST', '/drafts', body)).toEqual({ status: 400, body: invalidRequest(path) });
      const { id } = await save(project, { request: {}, note: 'a'.repeat(LIMITS.draftNoteChars.value) });
      expect(await ask(project, 'PATCH', `/drafts/${id}`, { note: 'Which version?' })).toEqual({
        status: 400,
        body: invalidRequest('version'),
      });
      expect(await ask(project, 'GET', '/drafts?cursor=unknown')).toEqual({
        status: 400,
        body: invalidRequest('cursor'),
      });
    },
  },
  {
    section,
    statement: 'a draft keeps the file that it names until it is deleted',
    async run(api) {
      const project = await api.project();
      const media = await upload(api, project, JPEG);
      const { id } = await save(project, { request: { mediaItems: [{ type: 'image', url: media.url }] } });
      expect((await ask(project, 'GET', `/media/${media.id}`)).body).toMatchObject({ media: { expiresAt: null } });
      expect(await ask(project, 'DELETE', `/media/${media.id}`)).toEqual({
        status: 409,
        body: errorBody('media_in_use'),
      });
      await ask(project, 'DELETE', `/drafts/${id}`);
      expect((await ask(project, 'DELETE', `/media/${media.id}`)).status).toBe(200);
    },
  },
  {
    section,
    statement: 'a project has at most 200 drafts that are not published: one more is draft_limit_reached',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      await fill(project);
      expect(await ask(project, 'POST', '/drafts', { request: {} })).toEqual({
        status: 403,
        body: errorBody('draft_limit_reached'),
      });
    },
  },
  {
    section,
    statement: 'a key with the scope draft saves, checks and uploads, and publishes nothing',
    async run(api) {
      const { first, second } = await api.keyring('draft');
      const x = await first.connect('x');
      const request = textFor(x, 'By an assistant.');
      const { id } = await save(second, { request });
      expect((await ask(second, 'POST', '/posts/validate', request)).status).toBe(200);
      expect((await upload(api, second, JPEG)).status).toBe('ready');
      const refused = await ask(second, 'POST', '/posts', { ...request, idempotencyKey: id });
      expect(refused).toEqual({ status: 403, body: errorBody('insufficient_scope') });
      const post = await first.publish({ ...request, idempotencyKey: id });
      expect((await ask(second, 'GET', `/drafts/${id}`)).body).toMatchObject({ draft: { postId: post.id } });
    },
  },
];

const AT_ONCE = 20;

async function fill(project: Project): Promise<void> {
  for (let made = 0; made < LIMITS.draftsPerProject.value; made += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, () => save(project, { request: {} })));
}
