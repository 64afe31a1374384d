import { FanfareApiError, FanfareConnectionError } from './errors.ts';
import { isBrowser, type RequestOptions, type Settings } from './options.ts';
import { backoffMs, isPassing } from './retry.ts';
import type { Runtime } from './runtime.ts';
import { parse, toApiError } from './to-api-error.ts';
import { toConnectionError } from './to-connection-error.ts';
import { toJson } from './to-json.ts';
import { VERSION } from './version.gen.ts';

/** A request to one route. */
export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /api/v1, such as `/posts`. Read when the request is made. */
  readonly path: string | { toString(): string };
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly options?: RequestOptions | undefined;
  /** Not idempotent: sent again only when the server certainly did nothing. */
  readonly onlyOnce?: boolean;
  readonly timeoutMs?: number;
  /** `ETag` of an earlier answer; when nothing has changed, the answer has no data. */
  readonly etag?: string | undefined;
  /** The answer is a stream, read from `response`; `timeoutMs` ends with its headers. */
  readonly stream?: boolean;
};

/** The answer to a request. */
export type Answer<T> = {
  /** The parsed body, which is what `await` gives. */
  readonly data: T;
  /** The `Response`, for its `status` and `headers`; its body has been read. */
  readonly response: Response;
  /** The unparsed body. */
  readonly text: string;
  /** The value of `X-Request-Id`: quote it when you ask for help. */
  readonly requestId: string | null;
  /** The number of times that the request was sent. */
  readonly attempts: number;
};

export type Send = <T>(call: Call) => Promise<Answer<T>>;

type Received = { readonly response: Response; readonly text: string };

const DEFAULT_TIMEOUT_MS = 60_000;

/** Sends requests with the API key, and retries where that is safe and can help. */
export function createTransport(settings: Settings, runtime: Runtime): Send {
  const { apiKey, baseUrl, logger } = settings;

  const headersOf = (call: Call): Record<string, string> => {
    const headers = new Headers();
    // Browsers send their own; another one would need a CORS preflight.
    if (!isBrowser()) headers.set('User-Agent', `fanfare-sdk/${VERSION}`);
    for (const more of [settings.headers, call.options?.headers ?? {}]) {
      for (const [name, value] of Object.entries(more)) headers.set(name, value);
    }
    if (apiKey === null) headers.delete('Authorization');
    else headers.set('Authorization', `Bearer ${apiKey}`);
    headers.set('Accept', call.stream ? 'text/event-stream' : 'application/json');
    if (call.body !== undefined) headers.set('Content-Type', 'application/json');
    if (call.etag) headers.set('If-None-Match', call.etag);
    return Object.fromEntries(headers);
  };

  /** One attempt: an answer with any status, or an exception that says why there is none. */
  const attempt = async (call: Call, url: string, init: RequestInit): Promise<Received> => {
    const signal = call.options?.signal;
    signal?.throwIfAborted();
    const timeoutMs = call.options?.timeoutMs ?? settings.timeoutMs ?? call.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const controller = new AbortController();
    const abort = (): void => controller.abort(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    let timedOutAfterMs: number | null = null;
    let isOpen = false;
    const timer = setTimeout(() => {
      timedOutAfterMs = timeoutMs;
      controller.abort();
    }, timeoutMs);
    try {
      const response = await (settings.fetch ?? fetch)(url, { ...init, signal: controller.signal });
      isOpen = isStream(call, response);
      return { response, text: isOpen ? '' : await response.text() };
    } catch (error) {
      signal?.throwIfAborted();
      throw toConnectionError(error, { what: `${call.method} ${baseUrl}/api/v1${call.path}`, apiKey, timedOutAfterMs });
    } finally {
      clearTimeout(timer);
      // It ends a stream that is being read.
      if (!isOpen) signal?.removeEventListener('abort', abort);
    }
  };

  return async <T>(call: Call): Promise<Answer<T>> => {
    const url = `${baseUrl}/api/v1${call.path}${toQuery(call.query)}`;
    const body = call.body === undefined ? {} : { body: toJson(call.body) };
    const init: RequestInit = { method: call.method, headers: headersOf(call), redirect: 'manual', ...body };
    const maxRetries = call.options?.maxRetries ?? settings.maxRetries;
    for (let attempts = 1; ; attempts++) {
      const startedAt = runtime.now();
      const facts = { method: call.method, path: `/api/v1${call.path}`, attempt: attempts };
      const line = `${call.method} /api/v1${call.path}`;
      try {
        const { response, text } = await attempt(call, url, init);
        const { status } = response;
        const requestId = response.headers.get('x-request-id');
        const durationMs = runtime.now() - startedAt;
        logger?.debug(`${line} answered ${status}`, { ...facts, durationMs, status, ...(requestId && { requestId }) });
        if (response.headers.has('idempotency-mismatch')) {
          const reason = 'the key was used before with another request; this is its post';
          logger?.warn(`${line}: ${reason}`, { ...facts, durationMs, status, reason });
        }
        const unchanged = status === 304 && call.etag !== undefined;
        const isOpen = isStream(call, response);
        const data = unchanged || isOpen || status === 204 ? null : parse(text);
        // `data` is a string when the body is not JSON. A server that echoes the request echoes the
        // key.
        if ((!response.ok && !unchanged) || typeof data === 'string' || (call.stream && !isOpen))
          throw toApiError(response, apiKey === null ? text : text.replaceAll(apiKey, '…'), runtime.now());
        return { data: data as T, response, text, requestId, attempts };
      } catch (error) {
        const answered = error instanceof FanfareApiError ? error : null;
        const lost = error instanceof FanfareConnectionError ? error : null;
        const again = answered
          ? isPassing(answered.status, answered.code) && (!call.onlyOnce || answered.status === 429)
          : lost && (!call.onlyOnce || !lost.mayHaveArrived);
        const retryInMs = answered?.retryAfterMs ?? backoffMs(attempts, runtime.random());
        if (!again || attempts > maxRetries || retryInMs > settings.maxRetryAfterMs) throw error;
        const reason = answered?.code ?? lost?.message ?? '';
        const durationMs = runtime.now() - startedAt;
        logger?.warn(`${line} is sent again in ${Math.round(retryInMs)} ms: ${reason}`, {
          ...facts,
          durationMs,
          reason,
          retryInMs,
        });
        await runtime.sleep(retryInMs, call.options?.signal);
      }
    }
  };
}

const isStream = (call: Call, { ok, headers }: Response): boolean =>
  call.stream === true && ok && headers.get('content-type')?.startsWith('text/event-stream') === true;

function toQuery(query: object = {}): string {
  const search = new URLSearchParams();
  // As JSON, dates are written in ISO 8601 and fields that are undefined are left out.
  for (const [name, value] of Object.entries(JSON.parse(toJson(query)))) {
    if (value !== null) search.set(name, `${value}`);
  }
  const text = search.toString();
  return text && `?${text}`;
}
