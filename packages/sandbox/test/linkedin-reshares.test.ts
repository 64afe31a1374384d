import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { at, BEN, HARBOUR, type Linkedin, list, startLinkedin, urn } from './linkedin-session.ts';

let li: Linkedin;
beforeAll(async () => {
  li = await startLinkedin();
});
beforeEach(() => li.reset());
afterAll(() => li.sandbox.close());

const idOf = async (token: string, fields: Record<string, unknown>) =>
  (await li.post(token, fields)).headers.get('x-restli-id') ?? '';
const reshare = (parent: string, more: object = {}) => ({ reshareContext: { parent }, ...more });

it('shows whose post a text reshares, and names parent and root to a page', async () => {
  const ada = await li.connect('ada');
  const root = await idOf(await li.connect('ben'), { author: BEN, commentary: 'Fresh bread' });
  const parent = await idOf(ada, { author: HARBOUR, commentary: 'Look', ...reshare(root) });
  const id = await idOf(ada, { author: HARBOUR, commentary: 'Look again', ...reshare(parent) });
  expect(at((await li.rest(ada, 'GET', `/rest/posts/${urn(id)}`)).body, 'reshareContext')).toEqual({ parent, root });
  expect((await li.posts()).map((post) => at(post, 'quote'))).toMatchObject([
    { text: 'Look', author: { name: 'Harbour Coffee' } },
    { text: 'Fresh bread', author: { name: 'Ben Okafor' } },
    undefined,
  ]);
});

it('takes the same text again as the reshare of another post only', async () => {
  const ada = await li.connect('ada');
  const [one, two] = [await idOf(ada, { commentary: 'One' }), await idOf(ada, { commentary: 'Two' })];
  const statuses = [];
  for (const parent of [one, two, one])
    statuses.push((await li.post(ada, { commentary: 'Look', ...reshare(parent) })).status);
  expect(statuses).toEqual([201, 201, 422]);
});

it.each([
  ['an address', () => 'https://www.linkedin.com/feed/update/urn:li:share:1', 400, 'INVALID_URN_TYPE'],
  ['an activity', () => 'urn:li:activity:7000000000000000001', 400, 'INVALID_URN_TYPE'],
  ['no post', () => 'urn:li:share:7000000000000000001', 400, 'INVALID_URN_ID'],
  [
    'a post that may not be reshared',
    (token: string) => idOf(token, { commentary: 'Mine', isReshareDisabledByAuthor: true }),
    400,
    'INVALID_VALUE_FOR_FIELD',
  ],
])('refuses the reshare of %s', async (_, parentOf, status, code) => {
  const token = await li.connect('ada');
  const answer = await li.post(token, { commentary: 'Look', ...reshare(await parentOf(token)) });
  expect([answer.status, at(answer.body, 'code')]).toEqual([status, code]);
});

it('refuses a reshare with content of its own, or with other fields', async () => {
  const token = await li.connect('ada');
  const parent = await idOf(token, { commentary: 'Fresh bread' });
  const content = { article: { source: 'https://a.example', title: 'A' } };
  const answer = await li.post(token, { commentary: 'Look', content, ...reshare(parent) });
  expect([answer.status, at(answer.body, 'code')]).toEqual([400, 'ILLEGAL_ARGUMENT']);
  expect((await li.post(token, { commentary: 'Look', reshareContext: { post: parent } })).status).toBe(422);
  expect(list(await li.posts())).toHaveLength(1);
});
