import type { IncomingMessage } from 'node:http';
import type { NetworkName, SandboxClock } from './simulator.ts';

/** One request to a network, as received. Nothing is redacted, because tests compare it. */
export type LoggedRequest = {
  readonly id: number;
  /** ISO, sandbox time. */
  readonly at: string;
  readonly network: NetworkName;
  readonly role: string;
  readonly method: string;
  /** Without `/{network}/{role}` and without the query. */
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Text up to 64 KiB; null when there is none, it is longer, or it is not text. */
  body: string | null;
  bodyBytes: number;
  /** The status of the answer; null when there was none. */
  status: number | null;
  /** The simulator's status; differs from `status` after a `…_after` fault. */
  simulatorStatus: number | null;
  fault: string | null;
  durationMs: number | null;
};

const MAX_BODY_BYTES = 64 * 1024;
const MAX_ENTRIES = 10_000;
const MAX_KEPT_BODY_BYTES = 64 * 1024 * 1024;

/** The last 10,000 requests, with at most 64 MiB of bodies. */
export function createRequestLog(deps: { readonly clock: Pick<SandboxClock, 'now'> }) {
  let entries: LoggedRequest[] = [];
  let lastId = 0;
  let keptBytes = 0;

  return {
    add(
      request: Pick<LoggedRequest, 'network' | 'role' | 'method' | 'path' | 'query'>,
      message: IncomingMessage,
    ): LoggedRequest {
      const entry: LoggedRequest = {
        id: ++lastId,
        at: new Date(deps.clock.now()).toISOString(),
        ...request,
        headers: Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, value ?? ''])),
        body: null,
        bodyBytes: 0,
        status: null,
        simulatorStatus: null,
        fault: null,
        durationMs: null,
      };
      entries.push(entry);
      return entry;
    },
    /** Completes an entry once the exchange is over. */
    settle(
      entry: LoggedRequest,
      outcome: { body: Buffer[]; bodyBytes: number; status: number | null; durationMs: number },
    ): void {
      entry.body =
        outcome.bodyBytes > 0 && outcome.bodyBytes <= MAX_BODY_BYTES ? asText(Buffer.concat(outcome.body)) : null;
      entry.bodyBytes = outcome.bodyBytes;
      entry.status = outcome.status;
      entry.durationMs = outcome.durationMs;
      // An entry that was removed while its exchange was still running no longer counts.
      if (entry.id < (entries[0]?.id ?? Number.POSITIVE_INFINITY)) return;
      keptBytes += entry.body?.length ?? 0;
      while (entries.length > MAX_ENTRIES || keptBytes > MAX_KEPT_BODY_BYTES)
        keptBytes -= entries.shift()?.body?.length ?? 0;
    },
    /** Oldest first; `since` is the id of the last one already seen. */
    list(filter: { readonly network: NetworkName | null; readonly since: number }): readonly LoggedRequest[] {
      return entries.filter(
        (entry) => entry.id > filter.since && (filter.network === null || entry.network === filter.network),
      );
    },
    clear(): void {
      entries = [];
      keptBytes = 0;
    },
  };
}

/** Reads a body without taking it from the simulator, which still reads the same stream itself. */
export function watchBody(message: IncomingMessage): { readonly chunks: Buffer[]; readonly bytes: () => number } {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const push = message.push.bind(message);
  message.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk instanceof Uint8Array) {
      bytes += chunk.byteLength;
      if (bytes <= MAX_BODY_BYTES) chunks.push(Buffer.from(chunk));
      else chunks.length = 0;
    }
    return push(chunk, encoding);
  };
  return { chunks, bytes: () => bytes };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function asText(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}
