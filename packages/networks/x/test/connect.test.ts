import { Secret } from '@fanfare/network';
import { TwitterApi } from 'twitter-api-v2';
import { describe, expect, test } from 'vitest';
import { createX, X_DEFAULTS } from '../src/index.ts';
import { factsOf } from './facts-of.ts';
import { configFor, makeIo } from './make-call.ts';
import { formOf, type Reply, scriptedX } from './scripted-x.ts';
import { credential, revealed, TOKENS } from './tokens.ts';

async function exchange(reply: Reply, clientSecret: Secret | null = new Secret('s/cret')) {
  const server = await scriptedX(reply);
  const { connect } = createX(configFor(server, { clientSecret }));
  const input = { code: 'the-code', redirectUri: 'https://svc.example/oauth/x/callback', codeVerifier: 'the-verifier' };
  return { server, credential: await connect.exchange(makeIo(server), input) };
}

describe('authorizeUrl', () => {
  const { connect } = createX({ ...X_DEFAULTS, clientId: 'client id', clientSecret: null });
  const input = { state: 'the state', redirectUri: 'https://svc.example/oauth/x/callback', codeChallenge: 'challenge' };

  test('has the parameters an independent client of X sends', () => {
    const client = new TwitterApi({ clientId: 'client id', clientSecret: 'secret' });
    const theirs = new URL(
      client.generateOAuth2AuthLink(input.redirectUri, { scope: [...X_DEFAULTS.scopes], state: input.state }).url,
    );
    const own = connect.authorizeUrl({ ...input, codeChallenge: theirs.searchParams.get('code_challenge') });
    expect(Object.fromEntries(own.searchParams)).toEqual({
      ...Object.fromEntries(theirs.searchParams),
      code_challenge_method: 'S256',
    });
    expect(theirs.searchParams.get('code_challenge_method')?.toUpperCase()).toBe('S256');
    expect(own.search).toContain('scope=tweet.read%20tweet.write%20');
  });

  test('keeps a path prefix and the scopes of the configuration', () => {
    const custom = createX({
      apiUrl: 'http://127.0.0.1:1/x/api',
      webUrl: 'http://127.0.0.1:1/x/web',
      clientId: 'id',
      clientSecret: null,
      scopes: ['tweet.read'],
    });
    const url = custom.connect.authorizeUrl(input);
    expect(url.origin + url.pathname).toBe('http://127.0.0.1:1/x/web/i/oauth2/authorize');
    expect(url.searchParams.get('scope')).toBe('tweet.read');
  });

  test('refuses to go without PKCE', () => {
    expect(() => connect.authorizeUrl({ ...input, codeChallenge: null })).toThrow(TypeError);
  });
});

test.each([
  ['error=access_denied&state=s', 'access_denied'],
  ['error=invalid_scope', 'exchange_failed'],
  ['', 'exchange_failed'],
])('a callback with %j means %s', (query, reason) => {
  const { connect } = createX({ ...X_DEFAULTS, clientId: 'id', clientSecret: null });
  expect(connect.readDenial(new URLSearchParams(query))).toBe(reason);
});

describe('exchange', () => {
  test('of a confidential client authenticates in the header, with id and secret percent-encoded', async () => {
    const { server } = await exchange({ json: TOKENS });
    // base64 of client%20id:s%2Fcret
    expect(server.requests[0]?.headers.authorization).toBe('Basic Y2xpZW50JTIwaWQ6cyUyRmNyZXQ=');
  });

  test('of a public client sends its id in the body', async () => {
    const { server } = await exchange({ json: TOKENS }, null);
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
    expect(formOf(server.requests[0])).toMatchObject({ client_id: 'client id', code: 'the-code' });
  });

  test('without offline.access gives a credential that cannot be renewed', async () => {
    const { refresh_token: _, ...rest } = TOKENS;
    const { credential: got } = await exchange({ json: { ...rest, scope: 'tweet.read tweet.write' } });
    expect(revealed(got)).toMatchObject({ refreshToken: null, scopes: ['tweet.read', 'tweet.write'] });
  });

  test('that names no granted scopes has those that were requested', async () => {
    const { scope: _, ...rest } = TOKENS;
    expect((await exchange({ json: rest })).credential.scopes).toEqual(X_DEFAULTS.scopes);
  });

  test('without a token in the answer gives no token', async () => {
    expect(await factsOf(exchange({ text: '<html>' }))).toEqual({
      code: 'network_unavailable',
      outcome: 'unknown',
      message: 'X answered a token request without a token.',
      networkCode: '200',
    });
  });
});

describe('profiles', () => {
  const profiles = async (scopes: readonly string[], ...replies: readonly Reply[]) => {
    const server = await scriptedX(...replies);
    const io = makeIo(server);
    return { server, io, answer: createX(configFor(server)).connect.profiles(io, { ...credential, scopes }) };
  };
  const me = { data: { id: '2244994945', name: 'Dev Team', username: 'devteam', verified: true } };

  test('tolerates a missing offline.access', async () => {
    const scopes = ['tweet.read', 'tweet.write', 'users.read', 'media.write'];
    expect((await (await profiles(scopes, { json: me })).answer).ok).toBe(true);
  });

  test.each(['tweet.read', 'tweet.write', 'users.read', 'media.write'])('refuses a token without %s', async (scope) => {
    const scopes = credential.scopes.filter((each) => each !== scope);
    const { server, answer } = await profiles(scopes);
    expect(await answer).toEqual({
      ok: false,
      reason: 'permissions_missing',
      message: `X did not grant ${scope}. Connect again and grant every permission X lists.`,
    });
    expect(server.requests).toEqual([]);
  });

  test.each([
    ['Premium', 'Premium'],
    [undefined, undefined],
    [7, undefined],
  ])('the paid plan %s of X is read as %s, at a connect and later', async (subscription_type, subscription) => {
    const data = { ...me.data, subscription_type };
    const { server, io, answer } = await profiles(credential.scopes, { json: { data } }, { json: { data } });
    expect(await answer).toEqual({
      ok: true,
      profiles: [
        { platformUserId: '2244994945', username: 'devteam', otherIds: [], ...(subscription && { subscription }) },
      ],
    });
    expect(await createX(configFor(server)).connect.subscription?.(io, credential)).toBe(subscription);
    expect(server.lines()).toEqual(
      Array.from({ length: 2 }, () => 'GET /2/users/me?user.fields=username%2Cname%2Csubscription_type'),
    );
  });

  test('an answer without an id is no profile', async () => {
    const { answer } = await profiles(credential.scopes, { json: { data: { username: 'devteam' } } });
    expect(await factsOf(answer)).toMatchObject({ code: 'network_unavailable', outcome: 'rejected' });
  });
});
