import { beforeAll, beforeEach, expect, test } from 'vitest';
import { hashToken } from '../../src/http/token.ts';
import { textOf } from '../people/sign-in/browser.ts';
import { challengeOf, type Person, REDIRECT, requestOf, useOAuth, verifierOf } from './use-oauth.ts';

const { server, documents, person, form, register } = useOAuth();
let ada: Person;
let client: string;

const documentOf =
  (changes: object = {}) =>
  (address: string) => ({
    ...{ client_id: address, client_name: 'Harbour Agent', redirect_uris: [REDIRECT], ...changes },
  });
const consent = (query: URLSearchParams) => ada.get(`/oauth/authorize?${query}`);
const text = ({ html }: { html: string }) => textOf({ html } as never);

beforeAll(async () => {
  ada = await person();
  client = documents.put('/app.json', documentOf());
});
beforeEach(() => server.db.query({ text: 'delete from rate_limits' }).then(() => undefined));

test('the metadata names every endpoint and what it takes', async () => {
  const response = await fetch(`${server.baseUrl}/.well-known/oauth-authorization-server`);
  expect([response.status, await response.json()]).toEqual([
    200,
    {
      issuer: server.baseUrl,
      authorization_endpoint: `${server.baseUrl}/oauth/authorize`,
      token_endpoint: `${server.baseUrl}/oauth/token`,
      revocation_endpoint: `${server.baseUrl}/oauth/revoke`,
      registration_endpoint: `${server.baseUrl}/oauth/register`,
      scopes_supported: ['read', 'draft', 'publish'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      service_documentation: expect.stringMatching(/\/oauth$/),
    },
  ]);
});

test('a person who is not signed in signs in first, and comes back to the same request', async () => {
  const path = `/oauth/authorize?${requestOf(client).query}`;
  const { status, headers } = await fetch(`${server.baseUrl}${path}`, { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([303, `/sign-in?next=${encodeURIComponent(path)}`]);
  const signedIn = await ada.get(headers.get('location')!);
  expect([signedIn.status, signedIn.location]).toEqual([303, path]);
  expect(documents.requests).toEqual([]);
});

test('the page says who asks, what it proved, where the answer goes and what may be chosen', async () => {
  const page = await consent(requestOf(client, { scope: 'read publish', resource: `${server.baseUrl}/mcp` }).query);
  expect(page.status).toBe(200);
  const host = new URL(documents.origin).host;
  expect(text(page)).toContain(
    `Connect “Harbour Agent”? It asks to act for you in a project, until you end it. Who asks ${host} Answer goes to app.example You are `,
  );
  expect(page.html).toContain('<option value="read" selected>');
  expect(page.html).not.toContain('value="all"');
  expect(page.html).not.toContain('Nobody has checked');
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': expect.stringMatching(/form-action 'self' https:; frame-ancestors 'none'/),
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'same-origin',
  });
});

test.each([
  ['publish', ['read', 'draft', 'publish'], 'publish'],
  ['draft', ['read', 'draft'], 'draft'],
  ['read', ['read'], 'read'],
  ['offline_access read', ['read'], 'read'],
  [null, ['read', 'draft', 'publish'], 'read'],
])('a client that asks for %s lets the person choose %s, with %s chosen', async (scope, choices, chosen) => {
  const { html } = await consent(requestOf(client, { scope }).query);
  const options = [
    ...html
      .split('name="scope"')[1]!
      .split('</select>')[0]!
      .matchAll(/value="(\w+)"( selected)?/g),
  ];
  expect(options.map(([, value]) => value)).toEqual(choices);
  expect(options.filter(([, , selected]) => selected).map(([, value]) => value)).toEqual([chosen]);
});

test('names of clients show as text: no markup, no invisible characters, at most 60', async () => {
  const name = `<b>Fan</b>\u202efare\u0000${'x'.repeat(100)}`;
  const page = await consent(requestOf(documents.put('/name.json', documentOf({ client_name: name }))).query);
  expect(page.html).not.toMatch(/<b>|\u202e/);
  expect(text(page)).toMatch(/Connect “<b>Fan<\/b> fare\ufffdx{44}”\?/);
});

/** Requests of which nothing is sent anywhere. */
const NOWHERE: readonly [string, () => string | Promise<string>, Record<string, string | null>, string][] = [
  ['without a client', () => client, { client_id: null }, 'The app did not say who it is.'],
  ['of an unknown client', () => 'cli_00000000000000000000000000', {}, 'It is not known here.'],
  ['without a redirect address', () => client, { redirect_uri: null }, 'did not say where to send you back'],
  ['with another redirect address', () => client, { redirect_uri: `${REDIRECT}/` }, 'that it has not named before'],
  [
    'with a longer one',
    () => client,
    { redirect_uri: `${REDIRECT}?next=//evil.example` },
    'that it has not named before',
  ],
  ['with one of a script', () => client, { redirect_uri: 'javascript:alert(1)' }, 'that it has not named before'],
  [
    'whose document is about another client',
    () => documents.put('/other.json', documentOf({ client_id: 'https://claude.ai/client.json' })),
    {},
    'is about another client',
  ],
  [
    'whose document asks for a secret',
    () => documents.put('/secret.json', documentOf({ token_endpoint_auth_method: 'client_secret_post' })),
    {},
    'is public and asks for a secret',
  ],
  [
    'whose document names a script as address',
    () => documents.put('/script.json', documentOf({ redirect_uris: [REDIRECT, 'javascript:alert(1)'] })),
    {},
    'names a redirect address that is not allowed',
  ],
  [
    'whose document is longer than 10 KiB',
    () => documents.put('/long.json', documentOf({ logo: 'x'.repeat(10_240) })),
    {},
    'cannot be read',
  ],
  ['whose document is missing', () => `${documents.origin}/missing.json`, {}, 'cannot be read'],
  ['whose document lies at a private address', () => 'https://10.0.0.1/app.json', {}, 'cannot be read'],
  ['whose document lies on this machine', () => 'https://localhost/app.json', {}, 'cannot be read'],
  ['whose document lies at the address of metadata', () => 'https://169.254.169.254/app.json', {}, 'cannot be read'],
  ['whose id is another spelling', () => `${documents.origin}/x/../app.json`, {}, 'is not the plain https address'],
  ['whose id has a fragment', () => `${documents.origin}/app.json#x`, {}, 'is not the plain https address'],
  ['whose id has no path', () => `${documents.origin}/`, {}, 'is not the plain https address'],
];
test.each(NOWHERE)(
  'a request %s is refused with a page, and sends the person nowhere',
  async (_name, clientId, changes, why) => {
    const request = requestOf(await clientId(), changes);
    for (const page of [await consent(request.query), await ada.answer(request)]) {
      expect({ status: page.status, location: page.location }).toEqual({ status: 400, location: null });
      expect(text(page)).toContain(why);
      expect(text(page)).toContain('This app cannot be connected');
    }
  },
);

test.each([
  ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
  ['another response mode', { response_mode: 'fragment' }, 'invalid_request'],
  ['no PKCE', { code_challenge: null, code_challenge_method: null }, 'invalid_request'],
  ['PKCE without its method', { code_challenge_method: null }, 'invalid_request'],
  ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['a challenge that is no SHA-256', { code_challenge: 'short' }, 'invalid_request'],
  ['a resource of another service', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
  ['management', { scope: 'all' }, 'invalid_scope'],
  ['an unknown scope beside a known one', { scope: 'read admin' }, 'invalid_scope'],
])('a request with %s goes back to the client as an error with its state', async (_name, changes, error) => {
  const request = requestOf(client, changes);
  for (const page of [await consent(request.query), await ada.answer(request)]) {
    const back = new URL(page.location!);
    expect([page.status, `${back.origin}${back.pathname}`]).toEqual([303, REDIRECT]);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      ...{ error, error_description: expect.any(String), state: 'st/a+te=', iss: server.baseUrl },
    });
  }
});

test('a parameter that is given twice is refused', async () => {
  const request = requestOf(client);
  request.query.append('scope', 'read');
  request.query.append('scope', 'read');
  expect(new URL((await consent(request.query)).location!).searchParams.get('error')).toBe('invalid_request');
  request.query.append('redirect_uri', 'https://evil.example');
  expect((await consent(request.query)).status).toBe(400);
});

test('whoever does not approve sends the client an error; an address with a query keeps it', async () => {
  const address = `${REDIRECT}?a=1`;
  const withQuery = documents.put('/query.json', documentOf({ redirect_uris: [address] }));
  const { location } = await ada.answer(requestOf(withQuery, { redirect_uri: address }), { answer: 'deny' });
  expect(location).toBe(
    `${address}&error=access_denied&error_description=The+person+did+not+approve.&state=st%2Fa%2Bte%3D&iss=${encodeURIComponent(server.baseUrl)}`,
  );
});

test('a form of another site, or without the token of the session, approves nothing', async () => {
  const before = await server.db.query({ text: 'select from oauth_codes' });
  for (const page of [
    await ada.answer(requestOf(client), { form_token: verifierOf() }),
    await ada.answer(requestOf(client), { form_token: '' }),
    await ada.answer(requestOf(client), {}, { 'Sec-Fetch-Site': 'cross-site' }),
    await ada.answer(requestOf(client), {}, { Cookie: '' }),
  ])
    expect([page.status, page.location]).toEqual([403, null]);
  expect((await server.db.query({ text: 'select from oauth_codes' })).rowCount).toBe(before.rowCount);
});

test('nobody approves more than was asked for, more than apps get, or a project of others', async () => {
  const stranger = await person();
  for (const [fields, problem] of [
    [{ scope: 'publish' }, 'Choose a project'],
    [{ scope: 'all' }, 'Choose a project'],
    [{ days: '3650' }, 'Choose a project'],
    [{ project: '' }, 'Choose a project'],
    [{ project: stranger.own.prj }, 'You are no member of this project.'],
  ] as const) {
    const page = await ada.answer(requestOf(client, { scope: 'read' }), fields);
    expect([page.status, page.location]).toEqual([400, null]);
    expect(text(page)).toContain(problem);
  }
});

test('a loopback address may have any port, and the page says that a program of the computer asks', async () => {
  const local = documents.put(
    '/local.json',
    documentOf({ redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'] }),
  );
  for (const address of ['http://localhost:49152/callback', 'http://127.0.0.1:3000/callback']) {
    const request = requestOf(local, { redirect_uri: address });
    const page = await consent(request.query);
    expect(text(page)).toContain('The answer goes to a program on your computer.');
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${new URL(address).origin};`);
    expect((await ada.answer(request)).location).toMatch(new RegExp(`^${address}\\?code=`));
  }
  for (const address of ['http://localhost:1/other', 'http://127.0.0.2:1/callback', 'http://app.example/callback'])
    expect((await consent(requestOf(local, { redirect_uri: address }).query)).status).toBe(400);
});

test('documents are read once while they are fresh', async () => {
  const fresh = documents.put('/fresh.json', documentOf(), { 'cache-control': 'max-age=600' });
  const request = requestOf(fresh);
  await consent(request.query);
  await ada.answer(request);
  expect(documents.requests.filter((path) => path === '/fresh.json')).toHaveLength(1);
});

test('a client without a document registers itself, is shown as not verified, and ends unless somebody approves it', async () => {
  const registered = await register({
    ...{ client_name: 'Claude', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'client_secret_basic' },
    ...{ grant_types: ['authorization_code'], response_types: ['code'] },
  });
  const id = registered.body.client_id as string;
  expect(registered).toMatchObject({
    status: 201,
    body: {
      ...{ client_id: expect.stringMatching(/^cli_[0-9a-z]{26}$/), client_id_issued_at: expect.any(Number) },
      ...{ client_name: 'Claude', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' },
      ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
    },
  });
  expect(registered.body).not.toHaveProperty('client_secret');
  const page = await consent(requestOf(id).query);
  expect(text(page)).toContain('Who asks Not verified');
  expect(text(page)).toContain('Nobody has checked who this is');

  const unused = (await register({ redirect_uris: [REDIRECT] })).body.client_id as string;
  await ada.code(requestOf(id));
  await server.db.query({ text: "update oauth_clients set created_at = created_at - interval '25 hours'" });
  await server.run('delete-oauth');
  expect((await consent(requestOf(id).query)).status).toBe(200);
  expect((await consent(requestOf(unused).query)).status).toBe(400);
});

test.each([
  ['no JSON', '{', 'invalid_client_metadata'],
  ['no address', { redirect_uris: [] }, 'invalid_client_metadata'],
  ['a plain http address', { redirect_uris: ['http://app.example/cb'] }, 'invalid_redirect_uri'],
  ['an address of a script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
  ['an address with a fragment', { redirect_uris: [`${REDIRECT}#x`] }, 'invalid_redirect_uri'],
  ['another grant', { redirect_uris: [REDIRECT], grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
  ['11 KiB', { redirect_uris: [REDIRECT], client_name: 'x'.repeat(11_000) }, 'invalid_client_metadata'],
])('a registration with %s is refused', async (_name, body, error) => {
  const answer = await register(body);
  expect([answer.status, answer.body]).toEqual([400, { error, error_description: expect.any(String) }]);
});

test('an address registers at most a hundred clients a day, and at most a thousand wait', async () => {
  await server.db.query({ text: 'delete from oauth_clients' });
  const answers = await Promise.all(Array.from({ length: 105 }, () => register({ redirect_uris: [REDIRECT] })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(100);
  const refused = answers.find(({ status }) => status === 429)!;
  expect(refused.body).toMatchObject({ error: 'temporarily_unavailable' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
  await server.db.query({ text: 'delete from rate_limits' });
  await server.db.query({
    text: `insert into oauth_clients (id, name, redirect_uris) select gen_random_uuid(), 'x', '[]' from generate_series(1, 900)`,
  });
  expect((await register({ redirect_uris: [REDIRECT] })).status).toBe(429);
});

test('the code is stored as a hash, and no code, verifier or token is in a log', async () => {
  const request = requestOf(client);
  const code = await ada.code(request);
  const { rows } = await server.db.query<{ challenge: string }>({
    text: 'select challenge from oauth_codes where code_sha256 = $1',
    values: [hashToken(code)],
  });
  expect(rows).toEqual([{ challenge: challengeOf(request.verifier) }]);
  const { body } = await form('/oauth/token', {
    ...{ grant_type: 'authorization_code', code, client_id: client, redirect_uri: REDIRECT },
    code_verifier: request.verifier,
  });
  await form(`/oauth/token?code=${code}`, { grant_type: 'refresh_token', refresh_token: String(body.refresh_token) });
  await fetch(`${server.baseUrl}/nothing/${String(body.access_token)}/${String(body.refresh_token)}`);
  for (const secret of [code, request.verifier, body.access_token, body.refresh_token]) {
    expect(String(secret).length).toBeGreaterThan(40);
    expect(server.log()).not.toContain(secret);
  }
});
