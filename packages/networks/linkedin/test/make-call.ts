import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { TargetWarning } from '@fanfare/contract';
import {
  type Call,
  type Clock,
  type Credential,
  createHttp,
  createMediaSource,
  type ProfileRef,
  Secret,
} from '@fanfare/network';
import type { LinkedinConfig } from '../src/config.ts';
import { linkedinVersions } from '../src/versions.ts';

export const NOW = Date.parse('2026-11-20T12:00:00.000Z');
export const PERSON: ProfileRef = { platformUserId: '782bbtaQ', username: 'ada-l', otherIds: [] };
export const PAGE: ProfileRef = { platformUserId: 'organization:2414183', username: 'devtestco', otherIds: [] };
export const ALL_SCOPES = [
  'openid',
  'profile',
  'w_member_social',
  'r_basicprofile',
  'rw_organization_admin',
  'w_organization_social',
  'r_organization_social',
];

export function aConfig(origin: string): LinkedinConfig {
  return {
    apiUrl: `${origin}/api`,
    wwwUrl: `${origin}/www`,
    versions: linkedinVersions(),
    clientId: '86x',
    clientSecret: new Secret('app-secret'),
  };
}

export function aCredential(changes: Partial<Credential> = {}): Credential {
  return {
    accessToken: new Secret('AQX-access'),
    refreshToken: null,
    expiresAt: null,
    refreshExpiresAt: null,
    scopes: ALL_SCOPES,
    ...changes,
  };
}

/** A clock that moves only by sleeping. */
export function steppingClock(): Clock & { readonly sleptMs: readonly number[] } {
  let now = NOW;
  const sleptMs: number[] = [];
  return {
    sleptMs,
    now: () => now,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      sleptMs.push(ms);
      now += ms;
    },
  };
}

const REAL_CLOCK: Clock = { now: () => Date.now(), sleep: (ms, signal) => pause(ms, undefined, { signal }) };

type TestCall = Call &
  AsyncDisposable & {
    readonly clock: ReturnType<typeof steppingClock>;
    readonly steps: readonly string[];
    readonly warnings: readonly TargetWarning[];
  };

/**
 * One run of a target over the real HTTP client and the real media source; `journal` holds the
 * handles of earlier runs.
 */
export function makeCall(
  changes: {
    account?: ProfileRef;
    credential?: Credential;
    journal?: Readonly<Record<string, string>>;
    allowedHosts?: readonly string[];
    /** Pages of every PDF; null where they cannot be counted. */
    pages?: number | null;
  } = {},
): TestCall {
  const egress = { allowedHosts: changes.allowedHosts ?? ['127.0.0.1'], trustedOrigins: [] };
  const http = createHttp({ egress });
  const countPages = async () => changes.pages ?? null;
  const media = createMediaSource({ egress, tempDir: tmpdir(), clock: REAL_CLOCK, countPages });
  const steps: string[] = [];
  const journal: Record<string, string> = { ...changes.journal };
  const warnings: TargetWarning[] = [];
  return {
    key: 'target-1',
    http,
    media,
    clock: steppingClock(),
    signal: new AbortController().signal,
    account: changes.account ?? PERSON,
    credential: changes.credential ?? aCredential(),
    steps,
    warnings,
    async step({ kind, ordinal, replaces, send }) {
      const name = `${kind} ${ordinal}`;
      const handle = (replaces ? undefined : journal[name]) ?? (await send((warning) => warnings.push(warning)));
      steps.push(`${name} = ${handle}`);
      journal[name] = handle;
      return handle;
    },
    async [Symbol.asyncDispose]() {
      await media.close();
      await http.close();
    },
  };
}
