import type { Refusal } from '@fanfare/rules';
import { RequestError } from '../../http/request-error.ts';
import { STOPPING } from '../../http/stopping.ts';
import { endsWithin } from '../../process/ends-within.ts';

/** One project has at most this share of them. */
const SHARE_OF_PROJECT = 0.25;
/** A client that sent nothing for this long may be gone: its next request takes over. */
const SILENT_MS = 2_000;
/** Wait of a stop for uploads that are about to end. */
const DRAIN_MS = 5_000;

/** An upload under way. */
export type Running = {
  /** Aborted with the error that ends it. */
  readonly signal: AbortSignal;
  noteBytes(): void;
};

type Entry = Running & {
  readonly projectId: string;
  readonly cut: AbortController;
  readonly ended: Promise<unknown>;
  readonly silentMs: () => number;
};

const BUSY: Refusal = {
  code: 'upload_closed',
  message: 'Another request is sending this file. Wait until it has ended, then ask for the offset with HEAD.',
};
const TAKEN_OVER: Refusal = { code: 'upload_closed', message: 'A later request goes on with this file.' };
const TOO_MANY: Refusal = {
  code: 'unavailable',
  message: 'Too many files are being uploaded at once. Send this one again.',
  headers: { 'Retry-After': '5' },
};

export type RunningUploads = {
  /** Runs the only writer of a file. Throws RequestError when another one runs. */
  run<Answer>(
    of: { readonly projectId: string; readonly key: string },
    work: (running: Running) => Promise<Answer>,
  ): Promise<Answer>;
  /** Ends the writer of a file whose client sends nothing, so that another request may go on. */
  release(key: string): Promise<void>;
  /** Takes no more uploads, and waits a few seconds for those under way. */
  drain(): Promise<void>;
  /** Cuts the rest. Their bytes stay, and clients go on at another server. */
  close(): void;
};

type Deps = {
  readonly monotonicMs: () => number;
  /** Uploads that this server reads at once. */
  readonly most: number;
};

/** Uploads that this server reads. Other servers write the same bytes to the same places. */
export function createRunningUploads({ monotonicMs, most }: Deps): RunningUploads {
  const entries = new Map<string, Entry>();
  let isStopping = false;

  const release = async (key: string): Promise<void> => {
    const entry = entries.get(key);
    if (!entry || entry.silentMs() < SILENT_MS) return;
    entry.cut.abort(new RequestError(TAKEN_OVER));
    await entry.ended;
  };
  return {
    async run({ projectId, key }, work) {
      await release(key);
      if (isStopping) throw new RequestError(STOPPING.refusal);
      if (entries.has(key)) throw new RequestError(BUSY);
      const own = [...entries.values()].filter((entry) => entry.projectId === projectId);
      if (entries.size >= most || own.length >= most * SHARE_OF_PROJECT) throw new RequestError(TOO_MANY);
      const cut = new AbortController();
      let lastMs = monotonicMs();
      const noteBytes = () => {
        lastMs = monotonicMs();
      };
      const running = work({ signal: cut.signal, noteBytes }).finally(() => entries.delete(key));
      const ended = running.catch(() => undefined);
      entries.set(key, {
        projectId,
        cut,
        signal: cut.signal,
        noteBytes,
        ended,
        silentMs: () => monotonicMs() - lastMs,
      });
      return running;
    },
    release,
    async drain() {
      isStopping = true;
      await endsWithin(DRAIN_MS, Promise.all([...entries.values()].map(({ ended }) => ended)));
    },
    close() {
      isStopping = true;
      for (const { cut } of entries.values()) cut.abort(new RequestError(STOPPING.refusal));
    },
  };
}
