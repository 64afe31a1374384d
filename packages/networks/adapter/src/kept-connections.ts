import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type buildConnector, Client, type Dispatcher } from 'undici';
import { type CallLimits, dispatchCall, type WireResult } from './dispatch-call.ts';

/** Starts a timer and returns what cancels it. */
export type StartTimer = (run: () => void, ms: number) => () => void;

/** How connections are made, whatever is sent over them. The deadline of a call covers headers and body, so undici's own timers are off. */
export const CONNECTION = { allowH2: false, maxHeaderSize: 16 * 1024, headersTimeout: 0, bodyTimeout: 0 } as const;

/**
 * How long a connection may wait for its next call. Apache and Node close idle connections after 5 s by default (Apache core, KeepAliveTimeout; Node.js,
 * server.keepAliveTimeout, checked 2026-11); networks do not publish theirs. undici closes earlier where an answer announces less than three seconds.
 */
export const MOST_IDLE_MS = 1_000;
/** So many calls, and a connection is made anew: a network that moves to other addresses is followed. The last call says `connection: close`. */
export const MOST_CALLS = 100;

/** Why a connection that is not used again is closed. Made once: an error with its stack would cost more than the call's own bookkeeping. */
const ENDED = new Error('The call has ended.');

type Deps = {
  readonly connect: buildConnector.connector;
  readonly startTimer: StartTimer;
  /** Milliseconds of a clock that never goes back. */
  readonly monotonicMs: () => number;
};

type Idle = { readonly client: Client; readonly sinceMs: number; readonly forget: () => void };

export type KeptRequest = Dispatcher.DispatchOptions & { readonly origin: string };

type KeptConnections = {
  call(request: KeptRequest, limits: CallLimits): Promise<WireResult>;
  close(): void;
};

/**
 * Connections for public calls, each used by one call at a time and by the next one within a second.
 *
 * A call is `sent` once undici is about to write it. A connection whose end had reached this machine when the call was made is replaced, and nothing was sent.
 * One whose end is under way meanwhile leaves the call in doubt, as no client can know whether the server read it. So that this stays rare, a connection is kept
 * only after a complete answer below 500, and every idle one to the same server is closed when one broke.
 */
export function keepConnections({ connect, startTimer, monotonicMs }: Deps): KeptConnections {
  const idle = new Map<string, Idle[]>();

  const open = (origin: string): Client =>
    // undici's own limit of idle time only serves servers that announce a shorter one.
    new Client(origin, { ...CONNECTION, connect, pipelining: 1, maxRequestsPerClient: MOST_CALLS });

  /** A connection that was used last a moment ago, if there is one. */
  const take = (origin: string): Client | null => {
    const waiting = idle.get(origin) ?? [];
    for (let last = waiting.pop(); last !== undefined; last = waiting.pop()) {
      last.forget();
      // A timer runs late in a process that was busy or stopped.
      const isFresh = monotonicMs() - last.sinceMs <= MOST_IDLE_MS;
      if (isFresh && last.client.stats.connected) return last.client;
      void last.client.destroy(ENDED);
    }
    return null;
  };

  const keep = (origin: string, client: Client): void => {
    const waiting = idle.get(origin) ?? [];
    idle.set(origin, waiting);
    const drop = (): void => {
      const place = waiting.indexOf(entry);
      if (place >= 0) waiting.splice(place, 1);
      entry.forget();
      void client.destroy(ENDED);
    };
    const cancel = startTimer(drop, MOST_IDLE_MS);
    const forget = (): void => {
      cancel();
      client.off('disconnect', drop);
    };
    const entry: Idle = { client, sinceMs: monotonicMs(), forget };
    client.once('disconnect', drop);
    waiting.push(entry);
  };

  const dropAll = (origin: string): void => {
    for (const { client, forget } of idle.get(origin) ?? []) {
      forget();
      void client.destroy(ENDED);
    }
    idle.delete(origin);
  };

  const callOver = async (client: Client, request: KeptRequest, limits: CallLimits): Promise<WireResult> => {
    const result = await dispatchCall(client, request, limits);
    if (!result.ok && result.reason === 'broken') dropAll(request.origin);
    if (result.ok && result.status < 500 && client.stats.connected && !isClosed) keep(request.origin, client);
    else void client.destroy(ENDED);
    return result;
  };

  let isClosed = false;
  return {
    async call(request, limits) {
      const used = take(request.origin);
      if (used === null) return callOver(open(request.origin), request, limits);
      // undici reads what came over an idle connection before it writes to it, but maybe only what the system had collected before the call. After this turn of
      // the event loop it is newer: an end is seen, and so are bytes that nobody asked for, which would pass for the answer.
      await nextTurn();
      const result = await callOver(used, request, limits);
      const wasClosed = !result.ok && !result.sent && result.reason === 'broken';
      // A stream has been given up with the connection.
      return wasClosed && !(request.body instanceof Readable)
        ? callOver(open(request.origin), request, limits)
        : result;
    },
    close() {
      isClosed = true;
      for (const origin of [...idle.keys()]) dropAll(origin);
    },
  };
}

/** One call on a connection that carries no other. */
export async function callOnce(
  connect: buildConnector.connector,
  request: KeptRequest,
  limits: CallLimits,
): Promise<WireResult> {
  const once = new Client(request.origin, { ...CONNECTION, connect, pipelining: 0 });
  try {
    return await dispatchCall(once, request, limits);
  } finally {
    void once.destroy(ENDED);
  }
}
