import type { Check } from './book.ts';
import { loadClient } from './install-clients.ts';
import { CALLBACK, type SandboxDoor } from './sandbox-door.ts';

type Tokens = { accessToken(): string; refreshToken(): string; hasRefreshToken(): boolean };

/** The part of arctic that is used here. */
type Library = {
  readonly Twitter: new (
    clientId: string,
    secret: string,
    redirectUri: string,
  ) => {
    createAuthorizationURL(state: string, verifier: string, scopes: readonly string[]): URL;
    validateAuthorizationCode(code: string, verifier: string): Promise<Tokens>;
    refreshAccessToken(token: string): Promise<Tokens>;
    revokeToken(token: string): Promise<void>;
  };
  readonly LinkedIn: new (
    clientId: string,
    secret: string,
    redirectUri: string,
  ) => {
    createAuthorizationURL(state: string, scopes: readonly string[]): URL;
    validateAuthorizationCode(code: string): Promise<Tokens>;
    refreshAccessToken(token: string): Promise<Tokens>;
  };
  readonly generateCodeVerifier: () => string;
};

/** OAuth clients for many providers; of ours it has X and LinkedIn. */
export async function runArctic(door: SandboxDoor, check: Check): Promise<void> {
  const { Twitter, LinkedIn, generateCodeVerifier } = await loadClient<Library>('arctic');
  const x = new Twitter('sandbox-x-app', 'sandbox-x-secret', CALLBACK);
  const linkedin = new LinkedIn('sandbox-linkedin-app', 'sandbox-linkedin-secret', CALLBACK);
  let tokens: Tokens | undefined;
  const held = () => {
    if (!tokens) throw new Error('not logged in');
    return tokens;
  };
  const codeOf = async (page: URL) => (await door.allow(page)).searchParams.get('code') ?? '';

  await check('X: authorization, code exchange', 'both tokens', async () => {
    const verifier = generateCodeVerifier();
    const scopes = ['tweet.read', 'users.read', 'offline.access'];
    tokens = await x.validateAuthorizationCode(
      await codeOf(x.createAuthorizationURL('st', verifier, scopes)),
      verifier,
    );
    return held().accessToken() && held().refreshToken() ? 'both tokens' : 'none';
  });
  await check('X: refresh', 'another token', async () => {
    const before = held().accessToken();
    tokens = await x.refreshAccessToken(held().refreshToken());
    return held().accessToken() === before ? 'the same token' : 'another token';
  });
  await check('X: revoke, then refresh', '400: Value passed for the token was invalid.', async () => {
    await x.revokeToken(held().refreshToken());
    const again = await x.refreshAccessToken(held().refreshToken()).catch((error: unknown) => refusal(error));
    return typeof again === 'string' ? again : 'a token';
  });
  await check('LinkedIn: authorization, code exchange', 'a token, no refresh token', async () => {
    const page = linkedin.createAuthorizationURL('st', ['openid', 'profile', 'w_member_social']);
    tokens = await linkedin.validateAuthorizationCode(await codeOf(page));
    return held().accessToken() && !held().hasRefreshToken() ? 'a token, no refresh token' : 'something else';
  });
  await check('LinkedIn: refresh of a partner’s token', 'another token', async () => {
    await door.control('linkedin', 'app', { clientId: 'sandbox-linkedin-app', partner: true });
    tokens = await linkedin.validateAuthorizationCode(await codeOf(linkedin.createAuthorizationURL('st', ['openid'])));
    const before = held().accessToken();
    tokens = await linkedin.refreshAccessToken(held().refreshToken());
    return held().accessToken() === before ? 'the same token' : 'another token';
  });
}

/** arctic has the message of a refusal in its own fields. */
function refusal(error: unknown): string {
  const description = typeof error === 'object' && error !== null ? Reflect.get(error, 'description') : undefined;
  if (typeof description !== 'string') throw error;
  return `400: ${description}`;
}
