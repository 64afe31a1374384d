import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Call,
  type CallLine,
  type Clock,
  type Credential,
  createHttp,
  createMediaSource,
  type HiddenStep,
  type Http,
  newPkceVerifier,
  type OAuthAdapter,
  type OutgoingCall,
  type Profile,
  pkceChallenge,
} from '@fanfare/network';
import type { MovedClock } from './moved-clock.ts';
import { recordRequests, type WireRequest } from './record-requests.ts';
import type { Rig } from './rig.ts';

export const REDIRECT_URI = 'http://127.0.0.1:9/oauth/callback';

/** Files are fetched in real time, because a moved clock would time the download out. */
const REAL_TIME: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
};

/** How one call differs from an ordinary one. */
export type CallOptions = {
  /** Handles of hidden steps that an earlier run has done. */
  readonly journal?: Map<string, string>;
  readonly signal?: AbortSignal;
  /** A deadline for every call, shorter than the adapter's own. Real time. */
  readonly timeoutMs?: number;
  /** True: nothing listens where the network should be. */
  readonly nowhere?: boolean;
};

/** One test: a network without anything on it, an account that was connected a moment ago, and a record of what goes over the wire. */
export type Stage = {
  readonly rig: Rig;
  readonly adapter: OAuthAdapter;
  readonly clock: MovedClock;
  readonly account: Profile;
  readonly credential: Credential;
  /** The query of the callback that connected the account: its code is spent. */
  readonly callback: URLSearchParams;
  readonly codeVerifier: string | null;
  /** A run with a journal of its own. */
  call(options?: CallOptions): Call;
  /** Everything the simulator got so far, oldest first. */
  readonly requests: readonly WireRequest[];
  /** Everything the adapter sent so far, as it described it. */
  readonly sent: readonly OutgoingCall[];
  /** The log of calls. */
  readonly lines: readonly CallLine[];
  /** Tokens, codes and keys that must never be printed. */
  readonly secrets: readonly string[];
  close(): Promise<void>;
};

type StageOptions = {
  readonly rig: Rig;
  readonly clock: MovedClock;
  readonly pick?: ((profiles: readonly Profile[]) => Profile | undefined) | undefined;
};

/** Empties the network and connects one account over the wire, as a user would. */
export async function openStage({ rig, clock, pick }: StageOptions): Promise<Stage> {
  clock.restart();
  await rig.reset();
  const files = new Set(Object.values(rig.files));
  const recorded = recordRequests((url) => files.has(url.href));
  const lines: CallLine[] = [];
  const sent: OutgoingCall[] = [];
  const origins = Object.values(rig.known).filter((value) => URL.canParse(value));
  const deadPort = await freePort();
  const egress = { allowedHosts: ['127.0.0.1'], trustedOrigins: origins.map((each) => new URL(each).origin) };
  const real = createHttp({ egress, onCall: (line) => lines.push(line) });
  const tempDir = await mkdtemp(join(tmpdir(), 'conformance-'));
  const media = createMediaSource({ egress, tempDir, clock: REAL_TIME });

  const httpFor = ({ timeoutMs, nowhere }: CallOptions): Http => {
    return (call) => {
      sent.push(call);
      const timed = timeoutMs === undefined ? call : { ...call, timeoutMs };
      if (!nowhere) return real(timed);
      return real({ ...timed, url: Object.assign(new URL(call.url), { port: String(deadPort) }) });
    };
  };
  const io = { http: httpFor({}), clock, signal: new AbortController().signal };

  const { connect } = rig.adapter;
  const codeVerifier = connect.pkce ? newPkceVerifier(randomBytes) : null;
  const codeChallenge = codeVerifier === null ? null : pkceChallenge(codeVerifier);
  const callback = await rig.allow(
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
    rig,
    adapter: rig.adapter,
    clock,
    account,
    credential,
    callback,
    codeVerifier,
    requests: recorded.requests,
    sent,
    lines,
    secrets: [...tokens, code, codeVerifier, ...rig.secrets].filter(
      (each): each is string => typeof each === 'string' && each !== '',
    ),
    call: (options = {}) => {
      const journal = options.journal ?? new Map<string, string>();
      return {
        key: 'target-1',
        http: httpFor(options),
        clock,
        signal: options.signal ?? io.signal,
        account,
        credential,
        media,
        // Any page that a draft links to.
        readPage: async () => ({
          ok: true,
          page: { title: 'Boats', description: 'A harbour.', imageUrl: rig.files.image },
        }),
        step: (step) => runStep(journal, step),
      };
    },
    async close() {
      recorded.stop();
      await media.close();
      await real.close();
      await rm(tempDir, { recursive: true });
    },
  };
}

/** The executor's journal without its intents: returns the stored handle of a step, or runs the step. */
async function runStep(journal: Map<string, string>, { kind, ordinal, replaces, send }: HiddenStep): Promise<string> {
  const key = `${kind} ${ordinal}`;
  const handle = (replaces ? undefined : journal.get(key)) ?? (await send(() => undefined));
  journal.set(key, handle);
  return handle;
}

/** A port of this machine on which nothing listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return address.port;
}
