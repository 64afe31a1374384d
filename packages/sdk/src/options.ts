import { FanfareError } from './errors.ts';

/** Takes a message for people and its facts for programs; `console` fits. */
export type FanfareLogger = {
  /** Every request and how it ended. */
  debug(message: string, facts: LogFacts): void;
  /** Every retry and its reason, and keys that were used before with another request. */
  warn(message: string, facts: LogFacts): void;
};

/** The facts of a log line. They never contain bodies or keys. */
export type LogFacts = {
  /** `GET`, `POST`, `PATCH` or `DELETE`. */
  method: string;
  /** Path without its query. */
  path: string;
  /** Number of the attempt, from 1. */
  attempt: number;
  /** The duration of the attempt, in milliseconds. */
  durationMs: number;
  /** HTTP status of the answer. */
  status?: number;
  /** Its `X-Request-Id`. */
  requestId?: string;
  /** Reason that the request is sent again, or what is wrong. */
  reason?: string;
  /** The wait until the next attempt, in milliseconds. */
  retryInMs?: number;
};

/** Options of a client. */
export type FanfareOptions = {
  /**
   * API key of the project, `fanfare_sk_…`; by default `FANFARE_API_KEY` of the environment. Null
   * sends no `Authorization`: for pages of the installation itself, which call with the session of
   * their user and add its headers in `fetch` or `headers`. No key is in the browser then.
   */
  apiKey?: string | null;
  /** Address of your Fanfare, `https://fanfare.example.com`; default: `FANFARE_BASE_URL`. */
  baseUrl?: string | URL;
  /**
   * The time limit of one attempt, in milliseconds; 60,000 by default, and 300,000 for
   * `posts.create`. After a time-out the server goes on publishing.
   */
  timeoutMs?: number;
  /** The number of times that a request is sent again after a temporary failure; 3 by default. */
  maxRetries?: number;
  /**
   * The longest `Retry-After` to wait for, in milliseconds; 60,000 by default. A longer one throws.
   */
  maxRetryAfterMs?: number;
  /** Sent with every request. */
  headers?: Record<string, string>;
  /** Used instead of the global `fetch`, for example behind a proxy or in tests. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Logs every request and retry; nothing by default. */
  logger?: FanfareLogger;
  /** Allows the client in a browser, where everybody can read the key: for a mock only. */
  dangerouslyAllowBrowser?: boolean;
};

/** Options of a single call. */
export type RequestOptions = Pick<FanfareOptions, 'timeoutMs' | 'maxRetries' | 'headers'> & {
  /** Ends the call, which rejects with the reason. The server finishes what it publishes. */
  signal?: AbortSignal;
};

/** Options with their defaults. */
export type Settings = Required<Pick<FanfareOptions, 'maxRetries' | 'maxRetryAfterMs' | 'headers'>> &
  Pick<FanfareOptions, 'timeoutMs' | 'fetch' | 'logger'> & {
    readonly apiKey: string | null;
    /** Without a trailing slash. */
    readonly baseUrl: string;
  };

type Surroundings = {
  document?: unknown;
  navigator?: { userAgent?: string };
  process?: { env?: Record<string, string | undefined> };
};

/** True in pages and workers; Node, Bun, Deno and workerd have other user agents. */
export const isBrowser = (): boolean => {
  const { document, navigator } = globalThis as Surroundings;
  return document !== undefined || navigator?.userAgent?.startsWith('Mozilla/') === true;
};

/** A variable of the environment, if there is one. Deno throws without permission. */
function readEnv(name: string): string | undefined {
  try {
    return (globalThis as Surroundings).process?.env?.[name];
  } catch {
    return undefined;
  }
}

export function readOptions(options: FanfareOptions): Settings {
  if (isBrowser() && options.apiKey !== null && !options.dangerouslyAllowBrowser) {
    throw new FanfareError(
      'This is a browser, where everybody can read the API key. Call Fanfare from your server; against a mock, allow it with `dangerouslyAllowBrowser: true`.',
    );
  }
  return {
    ...options,
    apiKey: options.apiKey === null ? null : readApiKey(options.apiKey),
    baseUrl: readBaseUrl(String(options.baseUrl ?? readEnv('FANFARE_BASE_URL') ?? '')),
    maxRetries: options.maxRetries ?? 3,
    maxRetryAfterMs: options.maxRetryAfterMs ?? 60_000,
    headers: options.headers ?? {},
  };
}

function readApiKey(given: string | undefined): string {
  const apiKey = (given ?? readEnv('FANFARE_API_KEY') ?? '').trim();
  if (/^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
  throw new FanfareError(
    apiKey === ''
      ? 'There is no API key: pass `apiKey`, or set FANFARE_API_KEY.'
      : 'The API key contains characters that no key has.',
  );
}

function readBaseUrl(address: string): string {
  if (address === '') throw new FanfareError('There is no base URL: pass `baseUrl`, or set FANFARE_BASE_URL.');
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    throw new FanfareError('`baseUrl` is an http or https address, such as https://fanfare.example.com.');
  }
  // Accept the address of the API too.
  return (url.origin + url.pathname).replace(/(\/api\/v1)?\/*$/, '');
}
