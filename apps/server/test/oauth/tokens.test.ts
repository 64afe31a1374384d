import { beforeAll, beforeEach, expect, test } from 'vitest';
import { fromPublicId } from '../../src/process/ids.ts';
import { shown } from '../dashboard/api/sign-in.ts';
import { dumpOf, rowsWith } from '../leaving/dump.ts';
import { until } from '../until.ts';
import { type Json, type Person, REDIRECT, requestOf, useOAuth, verifierOf } from './use-oauth.ts';

const { server, documents, person, form, call } = useOAuth();
let ada: Person;
let client: string;
let other: string;

const documentOf = (address: string) => ({ client_id: address, client_name: 'Agent', redirect_uris: [REDIRECT] });

beforeAll(async () => {
  ada = await person();
  client = documents.put('/app.json', documentOf);
  other = documents.put('/other.json', documentOf);
});
beforeEach(() => server.db.query({ text: 'delete from rate_limits' }).then(() => undefined));

type Fields = Record<string, string>;
const trade = (fields: Fields, headers?: Fields) => form('/oauth/token', fields, headers);

/** A code that was approved, and the form that trades it. */
async function approved(by = ada, fields: Fields = {}): Promise<Fields> {
  const request = requestOf(client, { scope: 'read publish' });
  const code = await by.code(request, { scope: 'publish', ...fields });
  return {
    ...{ grant_type: 'authorization_code', code, client_id: client, redirect_uri: REDIRECT },
    code_verifier: request.verifier,
  };
}

type Tokens = { readonly access: string; readonly refresh: string };
const tokensOf = ({ body }: Json): Tokens => ({
  access: String(body.access_token),
  refresh: String(body.refresh_token),
});
const connected = async (by = ada, fields: Fields = {}): Promise<Tokens> =>
  tokensOf(await trade(await approved(by, fields)));
const refresh = (token: string, fields: Fields = {}) =>
  trade({ grant_type: 'refresh_token', refresh_token: token, client_id: client, ...fields });

const invalidGrant = { status: 400, error: 'invalid_grant' };
const errorOf = ({ status, body }: Json) => ({ status, error: body.error });
const mayCall = async ({ access }: Tokens): Promise<number> => (await call(access, 'GET', '/api/v1/usage')).status;
const apps = async (by = ada) =>
  ((await by.browser.call('GET', `/app/api/projects/${by.own.prj}/apps`)).body as { apps: Record<string, unknown>[] })
    .apps;
/** Waits until no server trusts what it has read of a key. */
const sql = (text: string, values: unknown[] = []) => server.db.query({ text, values });
const refusedSoon = (tokens: Tokens) => until(async () => ((await mayCall(tokens)) === 401 ? true : null));

test('a code becomes tokens that act as a key of the project with the approved scope, in the list of apps', async () => {
  const eva = await person();
  const answer = await trade(await approved(eva, { scope: 'read', days: '30' }));
  expect({ status: answer.status, body: answer.body, cache: answer.headers.get('cache-control') }).toEqual({
    status: 200,
    body: {
      ...{ access_token: expect.stringMatching(/^fanfare_at_\w{49}$/), token_type: 'Bearer', expires_in: 3_600 },
      ...{ refresh_token: expect.stringMatching(/^fanfare_rt_[\w-]{43}$/), scope: 'read' },
    },
    cache: 'no-store',
  });
  const tokens = tokensOf(answer);
  expect(await mayCall(tokens)).toBe(200);
  expect(await call(tokens.access, 'POST', '/api/v1/posts', { content: 'x', platforms: [] })).toMatchObject({
    status: 403,
    body: { error: { code: 'insufficient_scope' } },
  });
  await until(async () => ((await apps(eva))[0]?.lastUsedAt === null ? null : true));
  const [app, ...more] = await apps(eva);
  expect(more).toEqual([]);
  expect(app).toEqual({
    ...{ id: expect.stringMatching(/^key_/), name: 'Agent', domain: new URL(documents.origin).host, scope: 'read' },
    ...{ connectedBy: expect.stringContaining('@example.com'), connectedAt: expect.any(String) },
    ...{ lastUsedAt: expect.any(String), expiresAt: expect.any(String) },
  });
  const days = (Date.parse(String(app!.expiresAt)) - Date.parse(String(app!.connectedAt))) / 86_400_000;
  expect(days).toBeCloseTo(30, 3);
  // Its calls are in the log of requests under its name, and it is no key of the list of keys.
  await until(async () => {
    const { body } = await eva.browser.call('GET', `/app/api/projects/${eva.own.prj}/requests`);
    return JSON.stringify(body).includes('"name":"Agent"') ? true : null;
  });
  expect((await eva.browser.call('GET', `/app/api/projects/${eva.own.prj}/keys`)).body).toEqual({ keys: [] });
  // An app is not revoked by the call for keys.
  expect(shown(await eva.browser.call('DELETE', `/app/api/projects/${eva.own.prj}/keys/${app!.id}`)).status).toBe(404);
  expect(await mayCall(tokens)).toBe(200);
});

test('what is not a correct request of the token endpoint is refused as RFC 6749 says', async () => {
  const good = await approved();
  const without = (name: string) => Object.fromEntries(Object.entries(good).filter(([field]) => field !== name));
  const cases: readonly [string, Fields | string, string][] = [
    ['nothing', {}, 'invalid_request'],
    ['another grant', { ...good, grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    ['no client', without('client_id'), 'invalid_request'],
    ['no redirect address', without('redirect_uri'), 'invalid_request'],
    ['no verifier', without('code_verifier'), 'invalid_request'],
    ['a field twice', `${new URLSearchParams(good)}&code=x`, 'invalid_request'],
    ['an unknown code', { ...good, code: verifierOf() }, 'invalid_grant'],
    ['the code of another client', { ...good, client_id: other }, 'invalid_grant'],
    ['another redirect address', { ...good, redirect_uri: `${REDIRECT}?x` }, 'invalid_grant'],
    ['another verifier', { ...good, code_verifier: verifierOf() }, 'invalid_grant'],
    ['a short verifier', { ...good, code_verifier: 'x' }, 'invalid_grant'],
    ['another resource', { ...good, resource: 'https://evil.example' }, 'invalid_target'],
    [
      'an unknown refresh token',
      { grant_type: 'refresh_token', refresh_token: 'x', client_id: client },
      'invalid_grant',
    ],
    ['17 KiB', { ...good, more: 'x'.repeat(17_000) }, 'invalid_request'],
  ];
  for (const [name, fields, error] of cases) {
    const answer = await form('/oauth/token', fields);
    expect([name, answer.status, answer.body]).toEqual([name, 400, { error, error_description: expect.any(String) }]);
  }
  const wrongMethod = await fetch(`${server.baseUrl}/oauth/token`);
  expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'POST']);
  const json = await form('/oauth/token', JSON.stringify(good), { 'content-type': 'application/json' });
  expect(errorOf(json)).toEqual({ status: 400, error: 'invalid_request' });
  // None of them used the code up.
  expect((await trade({ ...good, resource: `${server.baseUrl}/mcp` })).status).toBe(200);
});

test('a code is traded once: a second use revokes what the first got, and of ten at once one is the first', async () => {
  const fields = await approved();
  const first = tokensOf(await trade(fields));
  expect(await mayCall(first)).toBe(200);
  expect(errorOf(await trade(fields))).toEqual(invalidGrant);
  await refusedSoon(first);
  expect(errorOf(await refresh(first.refresh))).toEqual(invalidGrant);

  const raced = await approved();
  const answers = await Promise.all(Array.from({ length: 10 }, () => trade(raced)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(400)]);
});

test('a code ends after a minute, and with the membership of who approved it', async () => {
  const fields = await approved();
  await sql('update oauth_codes set expires_at = now() where key_id is null');
  expect(errorOf(await trade(fields))).toEqual(invalidGrant);
  const eva = await person();
  const hers = await approved(eva);
  await sql('delete from memberships where user_id = $1', [eva.browser.userId]);
  expect(errorOf(await trade(hers))).toEqual(invalidGrant);
});

test('an access token ends after an hour, its app when the person said; no token outlives its app', async () => {
  const tokens = await connected();
  await sql(`update oauth_tokens set expires_at = now() where kind = 'access'`);
  await refusedSoon(tokens);
  const next = tokensOf(await refresh(tokens.refresh));
  expect(await mayCall(next)).toBe(200);
  await sql('update api_keys set expires_at = now() where oauth_client is not null');
  await refusedSoon(next);
  expect(errorOf(await refresh(next.refresh))).toEqual(invalidGrant);
  expect(await apps()).toEqual([]);

  const eva = await person();
  await connected(eva, { days: '1' });
  const { rows } = await sql(
    `select t.kind, t.expires_at = k.expires_at as with_app from oauth_tokens t join api_keys k on k.id = t.key_id
     where t.project_id = $1 order by t.kind`,
    [eva.own.projectId],
  );
  expect(rows).toEqual([
    { kind: 'access', with_app: false },
    { kind: 'refresh', with_app: true },
  ]);
});

test('a refresh token is traded for a new pair; sent again at once, as after a lost answer, it gives another', async () => {
  const first = await connected();
  const lost = await refresh(first.refresh, { scope: 'read', resource: `${server.baseUrl}/mcp` });
  expect(lost).toMatchObject({ status: 200, body: { scope: 'publish', expires_in: 3_600 } });
  const again = tokensOf(await refresh(first.refresh));
  expect(await mayCall(again)).toBe(200);
  // The new one is used: whoever has the old one, or the one that was lost, has it from somebody
  // else.
  const next = tokensOf(await refresh(again.refresh));
  expect(await mayCall(next)).toBe(200);
  expect(errorOf(await refresh(tokensOf(lost).refresh))).toEqual(invalidGrant);
  await refusedSoon(next);
  expect(errorOf(await refresh(next.refresh))).toEqual(invalidGrant);
});

test('a refresh token that comes a minute after it was traded revokes its app', async () => {
  const first = await connected();
  const second = tokensOf(await refresh(first.refresh));
  await sql(`update oauth_tokens set usable_until = usable_until - interval '61 seconds' where kind = 'refresh'`);
  expect(errorOf(await refresh(first.refresh))).toEqual(invalidGrant);
  await refusedSoon(second);
});

test('a refresh token of another client, or with more scope than was approved, is refused and stays good', async () => {
  const tokens = await connected(ada, { scope: 'read' });
  expect(errorOf(await refresh(tokens.refresh, { client_id: other }))).toEqual(invalidGrant);
  for (const scope of ['publish', 'all', 'read publish'])
    expect(errorOf(await refresh(tokens.refresh, { scope }))).toEqual({ status: 400, error: 'invalid_scope' });
  // An access token refreshes nothing.
  expect(errorOf(await refresh(tokens.access))).toEqual(invalidGrant);
  expect(errorOf(await refresh(tokens.refresh))).toEqual({ status: 200, error: undefined });
});

test('of ten requests at once with one refresh token all get a pair, and one of them can go on', async () => {
  const { refresh: token } = await connected();
  const pairs = (await Promise.all(Array.from({ length: 10 }, () => refresh(token)))).map(tokensOf);
  expect(new Set(pairs.map((pair) => pair.refresh)).size).toBe(10);
  expect((await refresh(pairs[3]!.refresh)).status).toBe(200);
});

test('a client revokes by either token, once it is its own; what is unknown is answered the same', async () => {
  const revoked = async (kind: 'access' | 'refresh') => {
    const tokens = await connected();
    const revoke = (fields: Fields) => form('/oauth/revoke', { token: tokens[kind], client_id: client, ...fields });
    expect(errorOf(await form('/oauth/revoke', { token: tokens[kind] }))).toMatchObject({ error: 'invalid_request' });
    expect((await revoke({ client_id: other })).status).toBe(200);
    expect(await mayCall(tokens)).toBe(200);
    expect((await revoke({ token_type_hint: kind })).status).toBe(200);
    expect(await mayCall(tokens)).toBe(401);
    expect((await revoke({})).status).toBe(200);
    expect(errorOf(await refresh(tokens.refresh))).toEqual(invalidGrant);
  };
  await Promise.all([revoked('access'), revoked('refresh')]);
});

test('an app that is revoked in the settings is refused when the answer arrives, and its stream ends', async () => {
  const eva = await person();
  const tokens = await connected(eva);
  expect(await mayCall(tokens)).toBe(200);
  const [app] = await apps(eva);
  const stream = await fetch(`${server.baseUrl}/api/v1/events/stream`, {
    headers: { authorization: `Bearer ${tokens.access}` },
  });
  expect(await eva.browser.call('DELETE', `/app/api/projects/${eva.own.prj}/apps/${app!.id}`)).toMatchObject({
    status: 200,
    body: { revoked: true },
  });
  expect(await mayCall(tokens)).toBe(401);
  expect(errorOf(await refresh(tokens.refresh))).toEqual(invalidGrant);
  await stream.text().catch(() => '');
  expect(await apps(eva)).toEqual([]);
  expect(shown(await eva.browser.call('DELETE', `/app/api/projects/${eva.own.prj}/apps/${app!.id}`)).status).toBe(404);
});

test('a stream ends with the access token that opened it, although the app goes on', async () => {
  const tokens = await connected();
  const stream = await fetch(`${server.baseUrl}/api/v1/events/stream`, {
    headers: { authorization: `Bearer ${tokens.access}` },
  });
  expect(stream.status).toBe(200);
  server.clock.advance(3_601_000);
  await stream.text();
  expect((await refresh(tokens.refresh)).status).toBe(200);
});

test('whoever leaves a workspace takes their apps with them, and not those of others', async () => {
  const [owner, eva] = [await person(), await person()];
  await owner.own.join(owner.browser, 'owner');
  await owner.own.join(eva.browser, 'member');
  const [hers, theirs] = [
    await connected(eva, { project: owner.own.prj }),
    await connected(owner, { project: owner.own.prj }),
  ];
  expect([await mayCall(hers), await mayCall(theirs)]).toEqual([200, 200]);
  const members = (await owner.browser.call('GET', `/app/api/workspaces/${owner.own.ws}/members`)).body as {
    members: { userId: string; activeKeys: number }[];
  };
  const { userId, activeKeys } = members.members.find(
    (each) => fromPublicId('usr', each.userId) === eva.browser.userId,
  )!;
  expect(activeKeys).toBe(0);
  const removed = await owner.browser.call('DELETE', `/app/api/workspaces/${owner.own.ws}/members/${userId}`);
  expect(shown(removed)).toEqual({ status: 200, body: { removed: true, revokedKeys: 0 } });
  expect([await mayCall(hers), await mayCall(theirs)]).toEqual([401, 200]);
});

test('a project has at most a hundred apps', async () => {
  const eva = await person();
  await sql(
    `insert into api_keys (id, project_id, name, display, oauth_client, expires_at)
     select gen_random_uuid(), $1, 'x', 'x', 'https://app.example/x', now() + interval '1 day' from generate_series(1, 100)`,
    [eva.own.projectId],
  );
  const page = await eva.answer(requestOf(client));
  expect([page.status, page.html.includes('A project has at most 100 connected apps.')]).toEqual([400, true]);
});

test('tokens are stored as hashes; ended ones are deleted, apps without tokens end, and go a month later', async () => {
  const eva = await person();
  const tokens = await connected(eva);
  expect(rowsWith(await dumpOf(server.db), [tokens.access, tokens.refresh])).toEqual([]);
  const [app] = await apps(eva);
  const keyId = fromPublicId('key', String(app!.id));
  const left = async () =>
    (await sql('select revoked_at is not null as ended from api_keys where id = $1', [keyId])).rows;
  await server.run('delete-oauth');
  expect([await mayCall(tokens), await left()]).toEqual([200, [{ ended: false }]]);
  await sql('update oauth_tokens set expires_at = now() where key_id = $1', [keyId]);
  await server.run('delete-oauth');
  expect([(await sql('select from oauth_tokens where key_id = $1', [keyId])).rowCount, await left()]).toEqual([
    0,
    [{ ended: true }],
  ]);
  await sql(`update api_keys set revoked_at = now() - interval '31 days' where id = $1`, [keyId]);
  await server.run('delete-oauth');
  expect(await left()).toEqual([]);
});

test('an address with too many refused requests waits; good ones are not counted', async () => {
  const { refresh: token } = await connected();
  let answer = await refresh('fanfare_rt_x');
  for (let n = 0; n < 1_000 && answer.status === 400; n++) answer = await refresh('fanfare_rt_x');
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await refresh(token)).status).toBe(200);
});
