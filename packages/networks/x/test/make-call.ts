import type { TargetWarning } from '@fanfare/contract';
import { type Call, type Clock, createHttp, type HiddenStep, type NetworkIo, Secret } from '@fanfare/network';
import { onTestFinished } from 'vitest';
import { X_DEFAULTS, type XConfig } from '../src/config.ts';
import { mediaOf } from './media-files.ts';
import type { ScriptedX } from './scripted-x.ts';

/** 2026-11-20T12:00:00Z. */
export const NOW = Date.UTC(2026, 10, 20, 12);

/** A clock on which sleeping takes no time and is recorded. */
export function movingClock(now = NOW): Clock & { readonly slept: number[] } {
  const slept: number[] = [];
  let at = now;
  return {
    slept,
    now: () => at,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      slept.push(ms);
      at += ms;
    },
  };
}

export function configFor(server: ScriptedX, changes: Partial<XConfig> = {}): XConfig {
  return {
    ...X_DEFAULTS,
    apiUrl: server.apiUrl,
    clientId: 'client id',
    clientSecret: new Secret('s/cret'),
    ...changes,
  };
}

type Io = NetworkIo & { readonly clock: ReturnType<typeof movingClock> };

/** The real HTTP client, for the scripted server only. */
export function makeIo(server: ScriptedX, signal: AbortSignal = new AbortController().signal): Io {
  const http = createHttp({ egress: { allowedHosts: [], trustedOrigins: [server.origin] } });
  onTestFinished(() => http.close());
  return { http, clock: movingClock(), signal };
}

type TestCall = Call & {
  readonly clock: ReturnType<typeof movingClock>;
  readonly steps: Map<string, string>;
  readonly warnings: TargetWarning[];
};

/** One run of one target; `steps` is its journal, which a second run may be given. */
export function makeCall(
  server: ScriptedX,
  options: Partial<Pick<Call, 'media' | 'signal'>> & { readonly steps?: Map<string, string> } = {},
): TestCall {
  const steps = options.steps ?? new Map<string, string>();
  const warnings: TargetWarning[] = [];
  return {
    ...makeIo(server, options.signal),
    key: 'target-1',
    account: { platformUserId: '2244994945', username: 'devteam', otherIds: [] },
    credential: {
      accessToken: new Secret('access-token'),
      refreshToken: new Secret('refresh-token'),
      expiresAt: NOW + 7_200_000,
      refreshExpiresAt: null,
      scopes: X_DEFAULTS.scopes,
    },
    media: options.media ?? mediaOf({}),
    steps,
    warnings,
    step: async ({ kind, ordinal, send }: HiddenStep) => {
      const key = `${kind} ${ordinal}`;
      const handle = steps.get(key) ?? (await send((warning) => warnings.push(warning)));
      steps.set(key, handle);
      return handle;
    },
  };
}
