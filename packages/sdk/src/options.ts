import { FanfareError } from './errors.ts';

/** Takes a line for people and its facts for programs. `console` is one. */
export type FanfareLogger = {
  /** Every request and how it ended. */
  debug(message: string, facts: LogFacts): void;
  /** What is tried again, and why; and a key that was used before with another request. */
  warn(message: string, facts: LogFacts): void;
};

/** What a line of the log is about. Neither bodies nor keys are among it. */
export type LogFacts = {
  /** `GET`, `POST` or `DELETE`. */
  method: string;
  /** Path without its query. */
  path: string;
  /** 1 for the first. */
  attempt: number;
  /** How long the attempt took, in milliseconds. */
  durationMs: number;
  /** HTTP status of the answer. */
  status?: number;
  /** Its `X-Request-Id`. */
  requestId?: string;
  /** Why it is tried again, or what is wrong. */
  reason?: string;
  /** How long until the next attempt, in milliseconds. */
  retryInMs?: number;
};

/** How a client reaches its server. */
export type FanfareOptions = {
  /** Key of the project, `fanfare_sk_…`; `FANFARE_API_KEY` of the environment when absent. */
  apiKey?: string;
  /** Address of your Fanfare, such as `https://fanfare.example.com`; `FANFARE_BASE_URL` of the environment when absent. */
  baseUrl?: string | URL;
  /** How long one attempt may take, in milliseconds: 60,000, and 300,000 for `posts.create`. An attempt at publishing that is given up goes on at the server. */
  timeoutMs?: number;
  /** How often a request that failed for the moment is sent again: 3. */
  maxRetries?: number;
  /** The longest `Retry-After` that is waited for, in milliseconds: 60,000. A longer one is thrown with its error. */
  maxRetryAfterMs?: number;
  /** Sent with every request. */
  headers?: Record<string, string>;
  /** In place of the global `fetch`: for proxies, tests and the like. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Logs every request and retry; nothing by default. */
  logger?: FanfareLogger;
  /** Allows to run in a browser, where everybody can read the API key. For development against a mock. */
  dangerouslyAllowBrowser?: boolean;
};

/** What a single call does differently. */
export type RequestOptions = Pick<FanfareOptions, 'timeoutMs' | 'maxRetries' | 'headers'> & {
  /** Ends the call, which rejects with the signal’s reason. What a server has begun to publish goes on. */
  signal?: AbortSignal;
};

/** Options with everything decided. */
export type Settings = Required<Pick<FanfareOptions, 'maxRetries' | 'maxRetryAfterMs' | 'headers'>> &
  Pick<FanfareOptions, 'timeoutMs' | 'fetch' | 'logger'> & {
    readonly apiKey: string;
    /** Without a trailing slash. */
    readonly baseUrl: string;
  };

type Surroundings = {
  document?: unknown;
  navigator?: { userAgent?: string };
  process?: { env?: Record<string, string | undefined> };
};

/** Pages and their workers; Node, Bun, Deno and workerd call themselves by their own names. */
export const isBrowser = (): boolean => {
  const { document, navigator } = globalThis as Surroundings;
  return document !== undefined || navigator?.userAgent?.startsWith('Mozilla/') === true;
};

/** A variable of the environment where there is one; Deno refuses to read what it was not allowed to. */
function readEnv(name: string): string | undefined {
  try {
    return (globalThis as Surroundings).process?.env?.[name];
  } catch {
    return undefined;
  }
}

export function readOptions(options: FanfareOptions): Settings {
  if (isBrowser() && !options.dangerouslyAllowBrowser) {
    throw new FanfareError(
      'This is a browser, where everybody can read the API key. Call Fanfare from your server; against a mock, allow it with `dangerouslyAllowBrowser: true`.',
    );
  }
  const apiKey = (options.apiKey ?? readEnv('FANFARE_API_KEY') ?? '').trim();
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new FanfareError(
      apiKey === ''
        ? 'There is no API key: give `apiKey`, or set FANFARE_API_KEY.'
        : 'The API key holds characters that no key has.',
    );
  }
  return {
    ...options,
    apiKey,
    baseUrl: readBaseUrl(String(options.baseUrl ?? readEnv('FANFARE_BASE_URL') ?? '')),
    maxRetries: options.maxRetries ?? 3,
    maxRetryAfterMs: options.maxRetryAfterMs ?? 60_000,
    headers: options.headers ?? {},
  };
}

function readBaseUrl(address: string): string {
  if (address === '') throw new FanfareError('Where is your Fanfare? Give `baseUrl`, or set FANFARE_BASE_URL.');
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    throw new FanfareError('`baseUrl` is an http or https address, such as https://fanfare.example.com.');
  }
  // Who copies the address of a route means the same.
  return (url.origin + url.pathname).replace(/(\/api\/v1)?\/*$/, '');
}
