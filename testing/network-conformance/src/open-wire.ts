import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AccountCall,
  type Call,
  type CallLine,
  type Clock,
  createHttp,
  createMediaSource,
  type HiddenStep,
  type Http,
  type NetworkIo,
  type OutgoingCall,
} from '@fanfare/network';
import { freePort } from './free-port.ts';
import type { MovedClock } from './moved-clock.ts';
import { recordRequests, type WireRequest } from './record-requests.ts';

/** Files are fetched in real time, because a moved clock would time the download out. */
const REAL_TIME: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
};

/** The differences of one call from an ordinary one. */
export type CallOptions = {
  /** Handles of hidden steps of an earlier run. */
  readonly journal?: Map<string, string>;
  readonly signal?: AbortSignal;
  /** A short deadline for every call, in real time or by the clock. */
  readonly timeoutMs?: number;
  /** True: nothing listens at the network's address. */
  readonly nowhere?: boolean;
  /** Names the write; the same one for every call without it. */
  readonly key?: string;
};

/** The way from an adapter to a simulator, with a record of everything that goes over it. */
export type Wire = {
  readonly io: NetworkIo;
  /** All requests the simulator received, oldest first. */
  readonly requests: readonly WireRequest[];
  /** All requests the adapter sent, as it described them. */
  readonly sent: readonly OutgoingCall[];
  /** The log of calls. */
  readonly lines: readonly CallLine[];
  /** A run of one write with a journal of its own. */
  call(account: Omit<AccountCall, keyof NetworkIo>, options?: CallOptions): Call;
  close(): Promise<void>;
};

type WireOptions = {
  readonly clock: MovedClock;
  /** The origins of the simulator. */
  readonly origins: readonly string[];
  /** Addresses of media, which are fetched in the same name and are no calls. */
  readonly files: readonly string[];
  /** For media while they are sent. */
  readonly tempDir: string;
};

/** Opens a real connection to simulators of this machine, and records what goes over it. */
export async function openWire({ clock, origins, files, tempDir }: WireOptions): Promise<Wire> {
  const recorded = recordRequests((url) => files.includes(url.href));
  const lines: CallLine[] = [];
  const sent: OutgoingCall[] = [];
  const deadPort = await freePort();
  const egress = { allowedHosts: ['127.0.0.1'], trustedOrigins: origins };
  const onCall = (line: CallLine) => void lines.push(line);
  const real = createHttp({ egress, onCall });
  const timed = createHttp({ egress, onCall, startTimer: clock.startTimer });
  const media = createMediaSource({ egress, tempDir, clock: REAL_TIME });

  const httpFor = ({ timeoutMs, nowhere }: CallOptions): Http => {
    return (call) => {
      sent.push(call);
      if (nowhere) return real({ ...call, url: Object.assign(new URL(call.url), { port: String(deadPort) }) });
      return timeoutMs === undefined ? real(call) : timed({ ...call, timeoutMs });
    };
  };
  const io = { http: httpFor({}), clock, signal: new AbortController().signal };
  return {
    io,
    requests: recorded.requests,
    sent,
    lines,
    call: (account, options = {}) => {
      const journal = options.journal ?? new Map<string, string>();
      return {
        ...account,
        key: options.key ?? 'target-1',
        http: httpFor(options),
        clock,
        signal: options.signal ?? io.signal,
        media,
        step: (step) => runStep(journal, step),
      };
    },
    async close() {
      recorded.stop();
      await media.close();
      await Promise.all([real.close(), timed.close()]);
    },
  };
}

/** The executor's journal without intents: returns a stored handle, or runs the step. */
async function runStep(journal: Map<string, string>, { kind, ordinal, replaces, send }: HiddenStep): Promise<string> {
  const key = `${kind} ${ordinal}`;
  const handle = (replaces ? undefined : journal.get(key)) ?? (await send(() => undefined));
  journal.set(key, handle);
  return handle;
}
