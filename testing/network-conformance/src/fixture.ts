import { randomBytes } from 'node:crypto';
import {
  type Call,
  type CallLine,
  type Credential,
  newPkceVerifier,
  type OAuthAdapter,
  type OutgoingCall,
  type Profile,
  pkceChallenge,
} from '@fanfare/network';
import type { MovedClock } from './moved-clock.ts';
import { type CallOptions, openWire } from './open-wire.ts';
import type { WireRequest } from './record-requests.ts';
import type { TestNetwork } from './test-network.ts';

export type { CallOptions } from './open-wire.ts';

export const REDIRECT_URI = 'http://127.0.0.1:9/oauth/callback';

/** One test: a network without content, a new account, and a record of the traffic. */
export type Fixture = {
  readonly testNetwork: TestNetwork;
  readonly adapter: OAuthAdapter;
  readonly clock: MovedClock;
  readonly account: Profile;
  readonly credential: Credential;
  /** The query of the callback that connected the account: its code is spent. */
  readonly callback: URLSearchParams;
  readonly codeVerifier: string | null;
  /** A run with its own journal. */
  call(options?: CallOptions): Call;
  /** All requests the simulator received, oldest first. */
  readonly requests: readonly WireRequest[];
  /** All requests the adapter sent, as it described them. */
  readonly sent: readonly OutgoingCall[];
  /** The log of calls. */
  readonly lines: readonly CallLine[];
  /** Tokens, codes and keys that must never be printed. */
  readonly secrets: readonly string[];
  close(): Promise<void>;
};

type FixtureOptions = {
  readonly testNetwork: TestNetwork;
  readonly tempDir: string;
  readonly clock: MovedClock;
  readonly pick?: ((profiles: readonly Profile[]) => Profile | undefined) | undefined;
};

/** Empties the network and connects one account over the wire, as a user would. */
export async function openFixture({ testNetwork, clock, pick, tempDir }: FixtureOptions): Promise<Fixture> {
  clock.restart();
  await testNetwork.reset();
  const origins = Object.values(testNetwork.known).filter((value) => URL.canParse(value));
  const wire = await openWire({
    clock,
    origins: origins.map((each) => new URL(each).origin),
    files: Object.values(testNetwork.files),
    tempDir,
  });
  const { io, requests, sent, lines, close } = wire;

  const { connect } = testNetwork.adapter;
  const codeVerifier = connect.pkce ? newPkceVerifier(randomBytes) : null;
  const codeChallenge = codeVerifier === null ? null : pkceChallenge(codeVerifier);
  const callback = await testNetwork.allow(
    connect.authorizeUrl({ state: 'state-1', redirectUri: REDIRECT_URI, codeChallenge }),
  );
  const code = callback.get('code') ?? '';
  const credential = await connect.exchange(io, { code, redirectUri: REDIRECT_URI, codeVerifier });
  const answered = await connect.profiles(io, credential);
  if (!answered.ok) throw new Error(`The account was not connected: ${answered.message}`);
  const account = pick ? pick(answered.profiles) : answered.profiles[0];
  if (account === undefined) throw new Error('The profile to publish as is not there.');

  const tokens = [credential.accessToken, credential.refreshToken].map((token) => token?.reveal());
  return {
    testNetwork,
    adapter: testNetwork.adapter,
    clock,
    account,
    credential,
    callback,
    codeVerifier,
    requests,
    sent,
    lines,
    secrets: [...tokens, code, codeVerifier, ...testNetwork.secrets].filter(
      (each): each is string => typeof each === 'string' && each !== '',
    ),
    call: (options) => ({
      ...wire.call({ account, credential }, options),
      // Any page that a draft links to.
      readPage: async () => ({
        ok: true,
        page: { title: 'Boats', description: 'A harbour.', imageUrl: testNetwork.files.image },
      }),
    }),
    close,
  };
}
