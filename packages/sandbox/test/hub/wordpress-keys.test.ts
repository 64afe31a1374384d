import { beforeEach, expect, it } from 'vitest';
import { field, type Key, list, startHubs, text } from './hub-session.ts';

const { hubs, call, control, keyOf, rest, reset } = await startHubs();
beforeEach(reset);

const notLoggedIn = {
  code: 'rest_not_logged_in',
  message: 'You are not currently logged in.',
  data: { status: 401 },
};
const me = (key?: Key, query: Record<string, string> = {}) =>
  rest('GET', 'users/me', { ...(key && { key }), query: { context: 'edit', ...query } });

it('says who a key belongs to and what they may do', async () => {
  const { status, body } = await me(await keyOf('wordpress', 'alma'));
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: 3,
    username: 'alma',
    name: 'Alma Reyes',
    slug: 'alma',
    link: `${hubs.wordpress}/author/alma/`,
    roles: ['author'],
    capabilities: { publish_posts: true, upload_files: true },
  });
  const contributor = await me(await keyOf('wordpress', 'cora'));
  expect(Object.keys(Object(field(contributor.body, 'capabilities')))).toEqual([
    'read',
    'edit_posts',
    'delete_posts',
    'contributor',
  ]);
});

it('takes a key with the spaces it is shown with', async () => {
  const { username, apiKey } = await keyOf('wordpress');
  expect(apiKey).toMatch(/^[a-zA-Z0-9]{24}$/);
  const spaced = apiKey.match(/.{4}/g)?.join(' ') ?? '';
  expect((await me({ username, apiKey: spaced })).status).toBe(200);
});

it('answers a wrong key like none, where a visitor may not go', async () => {
  const { apiKey } = await keyOf('wordpress');
  const wrong = [
    undefined,
    { username: 'ann', apiKey: 'wrong' },
    { username: 'alma', apiKey },
    { username: 'x', apiKey },
  ];
  for (const key of wrong) {
    const { status, body } = await me(key);
    expect({ status, body }).toEqual({ status: 401, body: notLoggedIn });
  }
  expect((await rest('GET', 'categories', { key: { username: 'ann', apiKey: 'wrong' } })).status).toBe(200);
});

it('may refuse a wrong key everywhere', async () => {
  await control('wrong-key', { answer: 'refused' });
  const categories = await rest('GET', 'categories', { key: { username: 'ann', apiKey: 'wrong' } });
  expect({ status: categories.status, body: categories.body }).toEqual({
    status: 401,
    body: {
      code: 'incorrect_password',
      message: 'The provided password is an invalid application password.',
      data: { status: 401 },
    },
  });
  expect(field((await me({ username: 'nobody', apiKey: 'wrong' })).body, 'code')).toBe('invalid_username');
  expect((await rest('GET', 'categories')).status).toBe(200);
});

it('lets a key find and delete itself', async () => {
  const key = await keyOf('wordpress', 'alma');
  const own = await rest('GET', 'users/me/application-passwords/introspect', { key });
  expect(own.body).toMatchObject({ uuid: expect.stringMatching(/^[0-9a-f-]{36}$/), name: 'Made by a control' });
  const uuid = text(own.body, 'uuid');
  const deleted = await rest('DELETE', `users/me/application-passwords/${uuid}`, { key });
  expect(deleted.body).toMatchObject({ deleted: true, previous: { uuid } });
  expect((await me(key)).body).toEqual(notLoggedIn);
});

it('refuses a second key of one name, and the keys of others', async () => {
  const key = await keyOf('wordpress', 'alma');
  const create = (name: string) => rest('POST', 'users/me/application-passwords', { key, body: { name } });
  const made = await create('App');
  expect(made.status).toBe(201);
  expect((await me({ username: 'alma', apiKey: text(made.body, 'password') })).status).toBe(200);
  expect((await create('App')).body).toMatchObject({
    code: 'application_password_duplicate_name',
    data: { status: 409 },
  });
  const others = await rest('GET', 'users/1/application-passwords', { key });
  expect(others.body).toMatchObject({ code: 'rest_cannot_list_application_passwords', data: { status: 403 } });
});

it('ends keys when their person removes them, also in the middle of a job', async () => {
  const key = await keyOf('wordpress');
  await control('revoke-token', { username: 'ann', role: 'wordpress', afterCalls: 2 });
  expect([(await me(key)).status, (await me(key)).status, (await me(key)).status]).toEqual([200, 200, 401]);
});

it('changes what a key may do with the rights of its person', async () => {
  const key = await keyOf('wordpress');
  await control('rights', { role: 'wordpress', username: 'ann', right: 'subscriber' });
  expect(list((await me(key)).body, 'roles')).toEqual(['subscriber']);
  await expect(control('rights', { role: 'wordpress', username: 'ann', right: 'king' })).rejects.toThrow(
    'the wordpress hub knows no right',
  );
});

it('refuses a body that is no JSON', async () => {
  const { apiKey } = await keyOf('wordpress');
  const answer = await call(`${hubs.wordpress}/wp-json/wp/v2/posts`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`ann:${apiKey}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: '{"title":',
  });
  expect(answer.body).toEqual({
    code: 'rest_invalid_json',
    message: 'Invalid JSON body passed.',
    data: { status: 400, json_error_code: 4, json_error_message: 'Syntax error' },
  });
});
