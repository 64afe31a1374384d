import { describe, expect, it } from 'vitest';
import { authorizeUrl, newPkceVerifier, pkceChallenge, readTokenAnswer } from '../src/oauth2.ts';

describe('PKCE', () => {
  it('makes the challenge of RFC 7636, appendix B', () => {
    const bytes = Uint8Array.of(
      116,
      24,
      223,
      180,
      151,
      153,
      224,
      37,
      79,
      250,
      96,
      125,
      216,
      173,
      187,
      186,
      22,
      212,
      37,
      77,
      105,
      214,
      191,
      240,
      91,
      88,
      5,
      88,
      83,
      132,
      141,
      121,
    );
    const verifier = newPkceVerifier((size) => bytes.subarray(0, size));
    expect(verifier).toBe('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk');
    expect(pkceChallenge(verifier)).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
  });
});

describe('the consent page', () => {
  const input = {
    page: 'https://x.com/i/oauth2/authorize',
    clientId: 'client id+1',
    redirectUri: 'https://fanfare.example/oauth/x/callback?a=1&b=2',
    state: 'st-_ate',
    scope: 'tweet.read tweet.write',
  };

  it('gets the parameters of the code flow, with %20 for a space', () => {
    expect(authorizeUrl(input).href).toBe(
      'https://x.com/i/oauth2/authorize?response_type=code&client_id=client%20id%2B1&redirect_uri=https%3A%2F%2Ffanfare.example%2Foauth%2Fx%2Fcallback%3Fa%3D1%26b%3D2&scope=tweet.read%20tweet.write&state=st-_ate',
    );
  });

  it('gets the challenge where there is one, and this network’s own parameters', () => {
    const { searchParams } = authorizeUrl({
      ...input,
      page: 'https://n.example/authorize?v=2',
      codeChallenge: 'ch',
      extra: { prompt: 'none' },
    });
    expect(Object.fromEntries(searchParams)).toEqual({
      v: '2',
      response_type: 'code',
      client_id: 'client id+1',
      redirect_uri: input.redirectUri,
      scope: 'tweet.read tweet.write',
      state: 'st-_ate',
      code_challenge: 'ch',
      code_challenge_method: 'S256',
      prompt: 'none',
    });
    expect(authorizeUrl({ ...input, codeChallenge: null }).searchParams.has('code_challenge_method')).toBe(false);
  });
});

describe('a token answer', () => {
  const read = (answer: unknown) => {
    const credential = readTokenAnswer(answer, 1_000_000);
    return (
      credential && {
        ...credential,
        accessToken: credential.accessToken.reveal(),
        refreshToken: credential.refreshToken?.reveal() ?? null,
      }
    );
  };

  it('of X is read whole', () => {
    expect(
      read({
        token_type: 'bearer',
        expires_in: 7200,
        access_token: 'a',
        scope: 'tweet.read tweet.write',
        refresh_token: 'r',
      }),
    ).toEqual({
      accessToken: 'a',
      refreshToken: 'r',
      expiresAt: 8_200_000,
      refreshExpiresAt: null,
      scopes: ['tweet.read', 'tweet.write'],
    });
  });

  it('of LinkedIn is read whole', () => {
    expect(
      read({
        access_token: 'a',
        expires_in: 5184000,
        refresh_token: 'r',
        refresh_token_expires_in: 31536000,
        scope: 'openid,w_member_social',
      }),
    ).toEqual({
      accessToken: 'a',
      refreshToken: 'r',
      expiresAt: 5_185_000_000,
      refreshExpiresAt: 31_537_000_000,
      scopes: ['openid', 'w_member_social'],
    });
  });

  it('may lack fields or have them in other forms', () => {
    const bare = { accessToken: 'a', refreshToken: null, expiresAt: null, refreshExpiresAt: null, scopes: [] };
    expect(read({ access_token: 'a' })).toEqual(bare);
    expect(read({ access_token: 'a', expires_in: '60', scope: ['x', 1, 'y'], refresh_token: '' })).toEqual({
      ...bare,
      expiresAt: 1_060_000,
      scopes: ['x', 'y'],
    });
    expect(read({ access_token: 'a', expires_in: -1, refresh_token_expires_in: 'soon', scope: null })).toEqual(bare);
  });

  it.each([
    undefined,
    null,
    'access_token',
    7,
    [],
    {},
    { access_token: '' },
    { access_token: 7 },
    Object.create({ access_token: 'inherited' }),
  ])('without a token is null (%j)', (answer) => {
    expect(read(answer)).toBe(null);
  });
});
