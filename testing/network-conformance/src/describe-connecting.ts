import { describe, expect, it } from 'vitest';
import { caught } from './caught.ts';
import type { Fault } from './fault.ts';
import { REDIRECT_URI } from './fixture.ts';
import { edgeOf, type Suite } from './suite.ts';

const DAY_MS = 86_400_000;

const REFUSED_GRANT = { error: 'invalid_grant', error_description: 'The refresh token is invalid.' };

/** Failures of a token call that are not the account's fault. */
const PASSING: readonly (readonly [title: string, fault: Pick<Fault, 'action' | 'status' | 'headers' | 'body'>])[] = [
  // RFC 6749, section 5.2, refuses a grant with 400 or 401; another status does not come from the
  // token endpoint itself.
  ...[403, 408, 409, 425, 429, 500, 502, 503].map(
    (status) => [`${status}, whatever the body says`, { action: 'status', status, body: REFUSED_GRANT }] as const,
  ),
  ['503 with a page', { action: 'status', status: 503, body: '<html>Down for maintenance</html>' }],
  ['429 with a wait', { action: 'status', status: 429, headers: { 'retry-after': '7' } }],
  ['403 with a page', { action: 'status', status: 403, body: '<html>Access denied</html>' }],
  ['a redirect', { action: 'status', status: 302, headers: { location: '/elsewhere' } }],
  ['a page instead of JSON', { action: 'status', status: 200, body: '<html>Hello</html>' }],
  ['nothing', { action: 'status', status: 200 }],
  ['a cut connection', { action: 'drop_before' }],
];

/** The OAuth flow and the life of a credential. */
export function describeConnecting(suite: Suite): void {
  const { adapter, fixture } = suite;
  const { connect } = adapter;

  describe('connecting', () => {
    it('gives an account, a token that lasts and the granted scopes', () => {
      const { account, credential, clock } = fixture();
      expect(account.platformUserId).not.toBe('');
      expect(account.username).not.toBe('');
      expect(credential.accessToken.reveal()).not.toBe('');
      expect(credential.expiresAt ?? Number.POSITIVE_INFINITY).toBeGreaterThan(clock.now());
      expect(credential.scopes).not.toEqual([]);
    });

    it('separates a user who refused from every other error', async () => {
      const { testNetwork } = fixture();
      const codeChallenge = connect.pkce ? 'a'.repeat(43) : null;
      const page = connect.authorizeUrl({ state: 'state-2', redirectUri: REDIRECT_URI, codeChallenge });
      const query = await testNetwork.deny(page);
      expect([query.get('state'), connect.readDenial(query)]).toEqual(['state-2', 'access_denied']);
      expect(connect.readDenial(new URLSearchParams({ error: 'server_error', state: 's' }))).toBe('exchange_failed');
    });

    it('refuses a code that was used before', async () => {
      const { call, callback, codeVerifier } = fixture();
      const code = callback.get('code') ?? '';
      const error = await caught(connect.exchange(call(), { code, redirectUri: REDIRECT_URI, codeVerifier }));
      expect([error.code, error.outcome]).toEqual(['credential_rejected', 'rejected']);
    });
  });

  describe('exchanging the code', () => {
    it.each(PASSING)('%s does not connect, and a single-use code is sent once', async (_, fault) => {
      const { call, callback, codeVerifier, testNetwork, requests } = fixture();
      await testNetwork.fail({ ...edgeFault(suite, 'exchange'), ...fault, times: 20 });
      const before = requests.length;
      const code = callback.get('code') ?? '';
      await caught(connect.exchange(call(), { code, redirectUri: REDIRECT_URI, codeVerifier }));
      expectOnce(suite, before);
    });
  });

  const { revoke } = adapter;
  if (revoke) {
    describe('revoking', () => {
      it('ends both tokens, and succeeds when repeated', async () => {
        const { call, credential } = fixture();
        await revoke(call());
        expect((await caught(connect.profiles(call(), credential))).code).toBe('credential_rejected');
        if (connect.refresh && credential.refreshToken)
          expect((await caught(connect.refresh(call(), credential))).code).toBe('credential_rejected');
        await revoke(call());
      });

      it.each(['503', 'a cut connection'])('%s is reported, and ends nothing', async (what) => {
        const { call, credential, testNetwork } = fixture();
        const fault =
          what === '503' ? ({ action: 'status', status: 503 } as const) : ({ action: 'drop_before' } as const);
        await testNetwork.fail({ ...edgeFault(suite, 'revoke'), ...fault, times: 20 });
        const { code } = await caught(revoke(call()));
        expect(code).toBe('network_unavailable');
        await testNetwork.clearFaults();
        expect((await connect.profiles(call(), credential)).ok).toBe(true);
      });
    });
  }

  if (!connect.refresh) return;
  const { refresh } = connect;
  describe('renewing', () => {
    it('gives a credential that works', async () => {
      const { call, clock, credential } = fixture();
      clock.advance(2 * DAY_MS);
      const renewed = await refresh(call(), credential);
      expect(renewed.expiresAt ?? Number.POSITIVE_INFINITY).toBeGreaterThan(clock.now());
      expect([...renewed.scopes].sort()).toEqual([...credential.scopes].sort());
      expect((await connect.profiles(call(), renewed)).ok).toBe(true);
    });

    it.each(PASSING)('%s never ends the account', async (_, fault) => {
      const { call, clock, credential, testNetwork } = fixture();
      clock.advance(2 * DAY_MS);
      await testNetwork.fail({ ...edgeFault(suite, 'refresh'), ...fault, times: 20 });
      const before = fixture().requests.length;
      const { code, facts } = await caught(refresh(call(), credential));
      expect([code === 'credential_rejected', facts.credential]).toEqual([false, undefined]);
      expectOnce(suite, before);
    });
  });
}

const edgeFault = (suite: Suite, name: string): Pick<Fault, 'method' | 'path'> => {
  const { method, path } = edgeOf(suite, name);
  return { method, path };
};

/** Expects that the call named `once` was sent once since then, whatever the answer. */
function expectOnce({ fixture, purposeOf }: Suite, since: number): void {
  const purposes = fixture()
    .requests.slice(since)
    .map(purposeOf)
    .filter((purpose) => /, once$/.test(purpose));
  expect(purposes).toEqual([...new Set(purposes)]);
}
