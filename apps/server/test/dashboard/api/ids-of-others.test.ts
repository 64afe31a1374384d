import { afterAll, beforeAll, expect, test } from 'vitest';
import { toPublicId } from '../../../src/process/ids.ts';
import { startTestServer, type TestServer } from '../../harness.ts';
import { type Browser, makeWorkspace, refused, shown, signIn } from './sign-in.ts';

let server: TestServer;
let ada: Browser;
let grace: Browser;
let own: Awaited<ReturnType<typeof makeWorkspace>>;
let other: typeof own;

/** Ada owns both workspaces, so that only the path says which one is meant. */
beforeAll(async () => {
  server = await startTestServer();
  [ada, grace] = [await signIn(server), await signIn(server)];
  [own, other] = [await makeWorkspace(server), await makeWorkspace(server)];
  for (const { join } of [own, other]) await join(ada, 'owner');
  await other.join(grace, 'member');
});
afterAll(() => server.stop());

const call = async (method: string, path: string, body?: unknown) =>
  shown(await ada.call(method, `/app/api${path}`, body));
const made = async <Part extends string>(path: string, part: Part, body: unknown): Promise<string> => {
  const answer = await call('POST', path, body);
  return (answer.body as Record<Part, { id: string }>)[part].id;
};

test('what belongs to another project or workspace is not found by its id, and stays as it is', async () => {
  const of = ({ prj }: typeof own) => `/projects/${prj}`;
  const at = ({ ws }: typeof own) => `/workspaces/${ws}`;
  const draft = await made(`${of(other)}/drafts`, 'draft', {
    ...{ idempotencyKey: 'one', form: { content: 'Mine' }, request: {} },
  });
  const key = await made(`${of(other)}/keys`, 'key', { name: 'Website', scope: 'all' });
  const invited = { email: 'joan@example.com', role: 'member' };
  const invitation = await made(`${at(other)}/invitations`, 'invitation', invited);
  const member = toPublicId('usr', grace.userId);
  const state = async () => [
    await call('GET', `${of(other)}/drafts/${draft}`),
    await call('GET', `${of(other)}/keys`),
    await call('GET', `${at(other)}/members`),
  ];
  const before = await state();

  for (const [method, path, body] of [
    ['GET', `${of(own)}/drafts/${draft}`],
    ['PUT', `${of(own)}/drafts/${draft}`, { version: 1, form: { content: 'Theirs' }, request: {} }],
    ['DELETE', `${of(own)}/drafts/${draft}`],
    ['DELETE', `${of(own)}/keys/${key}`],
    ['DELETE', `${of(own)}/apps/${key}`],
    ['GET', `${of(own)}/posts/${toPublicId('post', other.projectId)}/timeline`],
    ['PUT', `${of(own)}/posts/${toPublicId('post', other.projectId)}/dismissal`, {}],
    ['DELETE', `${of(own)}/posts/${toPublicId('post', other.projectId)}/dismissal`],
    ['DELETE', `${at(own)}/invitations/${invitation}`],
    ['PATCH', `${at(own)}/members/${member}`, { role: 'owner' }],
    ['DELETE', `${at(own)}/members/${member}`],
  ] as const)
    expect(await call(method, path, body), `${method} ${path}`).toEqual(refused(404, 'not_found'));
  expect(await state()).toEqual(before);
});
