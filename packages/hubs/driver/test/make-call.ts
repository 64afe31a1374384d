import { Readable } from 'node:stream';
import {
  type Attempt,
  type Clock,
  createHttp,
  type HubSite,
  type MediaContentType,
  type MediaFile,
  type NetworkIo,
  Secret,
} from '@fanfare/network';
import { onTestFinished } from 'vitest';
import type { HubPost, HubSpace, HubWriteCall } from '../src/index.ts';
import type { ScriptedHub } from './scripted-hub.ts';

/** 2026-11-20T12:00:00Z. */
export const NOW = Date.UTC(2026, 10, 20, 12);

export const API_KEY = 'abcd EFGH ijkl MNOP';

/** A clock on which sleeping takes no time and is remembered. */
function movingClock(): Clock & { readonly slept: number[] } {
  const slept: number[] = [];
  let at = NOW;
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

type Io = NetworkIo & { readonly clock: ReturnType<typeof movingClock> };

/** The real client, to this machine only. */
export function makeIo(): Io {
  const http = createHttp({ egress: { allowedHosts: ['127.0.0.1'], trustedOrigins: [] } });
  onTestFinished(() => http.close());
  return { http, clock: movingClock(), signal: new AbortController().signal };
}

type Options = {
  readonly type: HubSite['type'];
  readonly apiUrl?: string;
  readonly keyOrigins?: readonly string[];
  readonly space?: HubSpace | null;
  /** By address. */
  readonly files?: Readonly<Record<string, MediaFile>>;
  /** The journal of an earlier run. */
  readonly steps?: Map<string, string>;
};

/** One run of one target on a scripted hub. */
export function makeCall(server: Pick<ScriptedHub, 'url'>, options: Options) {
  const { type, apiUrl = server.url, keyOrigins = [server.url], space = null, files = {} } = options;
  const steps = options.steps ?? new Map<string, string>();
  const hub: HubSite = {
    type,
    url: server.url,
    apiUrl,
    keyOrigins,
    name: 'Bakery',
    isKeyOurs: true,
    defaultSpaceSlug: null,
  };
  const apiKey = new Secret(API_KEY);
  const call: HubWriteCall & { readonly clock: Io['clock'] } = {
    ...makeIo(),
    key: '0191d7a2-5f3e-7c11-9d3a-2b6f0c4e8a11',
    hub,
    username: 'ann',
    apiKey,
    account: { platformUserId: 'user:7@hub', username: 'ann', otherIds: [], hub },
    credential: { accessToken: apiKey, refreshToken: null, expiresAt: null, refreshExpiresAt: null, scopes: [] },
    findSpace: async () => space,
    media: {
      open: async ({ url }) => {
        const file = files[url];
        if (file === undefined) throw new Error(`There is no file at ${url}.`);
        return file;
      },
    },
    step: async ({ kind, ordinal, send }) => {
      const name = `${kind} ${ordinal}`;
      const handle = steps.get(name) ?? (await send(() => undefined));
      steps.set(name, handle);
      return handle;
    },
  };
  return Object.assign(call, { steps });
}

/** A file in memory that behaves like a fetched one. */
export function aFile(contentType: MediaContentType, text: string): MediaFile {
  const bytes = Buffer.from(text);
  return {
    contentType,
    size: bytes.length,
    slice: async (start, end) => bytes.subarray(start, end),
    withPart: (start, end, use) => use(bytes.subarray(start, end)),
    stream: () => Readable.from([bytes]),
    countPages: async () => null,
  };
}

/** A publish whose answer was lost a moment ago. */
export const lostAttempt = (input: HubPost, handle: string | null): Attempt<HubPost> => ({
  input,
  handle,
  intendedAt: NOW,
  agoMs: 0,
  sends: 1,
  error: null,
  earlierErrors: [],
});
