import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { Agent } from 'undici';
import { callError, refusedCall } from './call-error.ts';
import { CONNECTION, callOnce, type Request } from './call-once.ts';
import { dispatchCall, type WireResult } from './dispatch-call.ts';
import { type Egress, isTrusted, readAddress } from './egress/egress.ts';
import { guardedConnector } from './egress/guarded-connector.ts';
import { encodeBody } from './encode-body.ts';
import type { Answer, Effect, Http, OutgoingCall } from './http.ts';
import { parseJson } from './parse-json.ts';

/** One finished call for a log: no query, header or body, and no path from answers. */
export type CallLine = {
  readonly method: OutgoingCall['method'];
  readonly url: string;
  readonly effect: Effect;
  /** Null when no answer began. */
  readonly status: number | null;
  readonly outcome: 'answered' | 'not_sent' | 'unknown';
  readonly durationMs: number;
};

type HttpOptions = {
  readonly egress: Egress;
  readonly onCall?: (line: CallLine) => void;
  /** Replaces `setTimeout` for the deadlines of calls. Returns what cancels the timer. */
  readonly startTimer?: StartTimer;
};

/** Starts a timer and returns what cancels it. */
type StartTimer = (run: () => void, ms: number) => () => void;

const startRealTimer: StartTimer = (run, ms) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

const MAX_ANSWER_BYTES = 1024 * 1024;
const DEFAULT_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Makes the one way to call a network. `read` and `hidden` calls share warm connections per origin;
 * each `public` call has its own (`call-once.ts`). Plain http only to exempt hosts.
 *
 * @example
 * const http = createHttp({ egress: { allowedHosts: [], trustedOrigins: ['https://api.x.com'] } });
 * const answer = await http({ method: 'GET', url: 'https://api.x.com/2/users/me', effect: 'read', signal });
 * await http.close();
 */
export function createHttp(options: HttpOptions): Http & { close(): Promise<void> } {
  const connect = guardedConnector(options.egress, { connectTimeoutMs: CONNECT_TIMEOUT_MS });
  const warm = new Agent({ ...CONNECTION, connect, connections: 128, keepAliveTimeout: 30_000 });
  const inFlight = new Set<Promise<WireResult>>();
  const { startTimer = startRealTimer } = options;
  let closing: Promise<void> | undefined;

  const perform = async (call: OutgoingCall, request: Request, signal: AbortSignal): Promise<WireResult> => {
    if (closing) return { ok: false, sent: false, reason: 'stopped', status: null, cause: null };
    const limits = { maxBytes: call.maxBytes ?? MAX_ANSWER_BYTES, signal, mayStart: call.mayStart };
    return call.effect === 'public' ? callOnce(connect, request, limits) : dispatchCall(warm, request, limits);
  };

  const http: Http = async (call) => {
    const url = readAddress(options.egress, call.url, ['https:']);
    if (url === null) {
      discard(call);
      throw refusedCall();
    }
    const target = withQuery(url, call.query);
    const request = toRequest(target, call);
    const timeoutMs = call.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const deadline = startDeadline(startTimer, timeoutMs, call.signal);
    const startedAt = performance.now();
    const running = perform(call, request, deadline.signal);
    inFlight.add(running);
    const result = await running;
    inFlight.delete(running);
    deadline.clear();
    report(options, {
      method: call.method,
      url: isTrusted(options.egress, url) ? url.origin + url.pathname : url.origin,
      effect: call.effect,
      status: result.status,
      outcome: result.ok ? 'answered' : result.sent ? 'unknown' : 'not_sent',
      durationMs: Math.round(performance.now() - startedAt),
    });
    if (result.ok) return toAnswer(result);
    discard(call);
    throw callError(result, {
      effect: call.effect,
      host: url.host,
      timeoutMs,
      timedOut: deadline.passed(),
      stopped: call.signal.aborted,
    });
  };

  return Object.assign(http, {
    /** Ends the calls in flight, then all connections. Later calls are `not_sent`. */
    close() {
      closing ??= Promise.allSettled(inFlight).then(() => warm.close());
      return closing;
    },
  });
}

/** A signal that ends with the caller's, or once the time of the whole call is up. */
function startDeadline(startTimer: StartTimer, timeoutMs: number, outer: AbortSignal) {
  const controller = new AbortController();
  let passed = false;
  const cancel = startTimer(() => {
    passed = true;
    controller.abort(new Error(`no answer within ${timeoutMs} ms`));
  }, timeoutMs);
  const stop = () => controller.abort(outer.reason);
  if (outer.aborted) stop();
  else outer.addEventListener('abort', stop, { once: true });
  return {
    signal: controller.signal,
    passed: () => passed,
    clear() {
      cancel();
      outer.removeEventListener('abort', stop);
    },
  };
}

function withQuery(url: URL, query: OutgoingCall['query']): URL {
  const target = new URL(url);
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) target.searchParams.append(name, value);
  return target;
}

function toRequest(url: URL, call: OutgoingCall): Request {
  const body = call.body && encodeBody(call.body);
  const headers: Record<string, string> = { 'user-agent': 'Fanfare', 'accept-encoding': 'identity' };
  if (body) headers['content-type'] = body.contentType;
  if (body && body.contentLength !== null) headers['content-length'] = String(body.contentLength);
  for (const [name, value] of Object.entries(call.headers ?? {})) headers[name.toLowerCase()] = value;
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    method: call.method,
    headers,
    body: body?.bytes ?? null,
  };
}

function toAnswer({ status, headers, body }: Extract<WireResult, { ok: true }>): Answer {
  const text = new TextDecoder().decode(body);
  return { status, headers: joinHeaders(headers), text, json: parseJson(text) };
}

function joinHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) joined[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return joined;
}

/** A stream nobody will read any more would keep its file or connection open. */
function discard(call: OutgoingCall): void {
  if (call.body && 'bytes' in call.body && call.body.bytes instanceof Readable) call.body.bytes.destroy();
}

/** A log that breaks must not turn an answered write into a failed one. */
function report({ onCall }: HttpOptions, line: CallLine): void {
  try {
    onCall?.(line);
  } catch {
    // The call's own outcome is what matters here.
  }
}
