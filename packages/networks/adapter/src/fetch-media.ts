import { type buildConnector, Client, type Dispatcher } from 'undici';
import type { Clock } from './account-call.ts';
import type { DiskBudget } from './disk-budget.ts';
import { type Egress, readAddress } from './egress/egress.ts';
import { isCompressed } from './is-compressed.ts';
import type { MediaLimits } from './media-limits.ts';
import type { MediaContentType } from './media-source.ts';
import { isOwnMistake } from './own-mistake.ts';
import { SNIFF_BYTES, sniffMediaType } from './sniff-media-type.ts';
import { openSpool, type Spool } from './spool.ts';

/**
 * Reason that a file could not be fetched. `no_answer` covers every failure before an answer,
 * refused addresses included: separate reasons would make a port scanner.
 */
export type MediaProblem =
  | {
      readonly kind:
        | 'no_answer'
        | 'bad_redirect'
        | 'encoded'
        | 'too_slow'
        | 'cut_off'
        | 'empty'
        | 'unknown_type'
        | 'gone'
        | 'stopped';
    }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'too_large'; readonly capBytes: number }
  /** All media together may not take up so much; `isEver` when this file alone is more. */
  | { readonly kind: 'no_space'; readonly neededBytes: number; readonly isEver: boolean }
  | { readonly kind: 'spool_failed'; readonly cause: unknown };

export type FetchedMedia =
  | { readonly ok: true; readonly contentType: MediaContentType; readonly spool: Spool }
  | { readonly ok: false; readonly problem: MediaProblem };

export type FetchMedia = {
  readonly url: string;
  readonly accept: readonly MediaContentType[];
  /** Checked again with every chunk, since a later reader may allow more. */
  readonly capBytes: () => number;
  readonly totalMs: number;
  readonly signal: AbortSignal;
};

type Deps = {
  readonly egress: Egress;
  readonly connect: buildConnector.connector;
  readonly tempDir: string;
  readonly limits: MediaLimits;
  readonly clock: Clock;
  readonly diskBudget: DiskBudget;
  /** The owner of the media, for its share of the disk budget. */
  readonly owner: string;
};

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The total time that a fetch waits for disk space held by other media. */
const SPACE_WAIT_MS = 60_000;
/** A file of unknown size reserves disk space in steps. */
const STEP_BYTES = 4 * 1024 * 1024;

/** The share of the disk budget that a fetch holds. */
type Grant = { bytes: number };

/**
 * Fetches one public file into a spool, checking its address at every hop and its bytes as they
 * arrive. Where other media hold the disk budget, it closes the connection, waits up to a minute,
 * and then fetches the file. Throws only for a mistake in this program.
 */
export async function fetchMedia(deps: Deps, request: FetchMedia): Promise<FetchedMedia> {
  const { diskBudget, owner } = deps;
  const giveUpAt = deps.clock.now() + SPACE_WAIT_MS;
  const grant: Grant = { bytes: 0 };
  for (;;) {
    const result = await fetchWhole(deps, request, grant).catch((mistake: unknown) => {
      diskBudget.give(grant.bytes, owner);
      throw mistake;
    });
    if (result.ok) return { ...result, spool: reserveUntilRemoved(deps, result.spool, grant) };
    diskBudget.give(grant.bytes, owner);
    grant.bytes = 0;
    const { problem } = result;
    if (problem.kind !== 'no_space' || problem.isEver) return result;
    if (!(await waitForSpace(deps, request.signal, problem.neededBytes, giveUpAt - deps.clock.now())))
      return failed(request.signal.aborted ? { kind: 'stopped' } : problem);
    grant.bytes = problem.neededBytes;
  }
}

/** A complete file reserves its size until it is removed. */
function reserveUntilRemoved({ diskBudget, owner }: Deps, spool: Spool, grant: Grant): Spool {
  diskBudget.give(grant.bytes - spool.size(), owner);
  return {
    ...spool,
    async remove() {
      try {
        await spool.remove();
      } finally {
        diskBudget.give(spool.size(), owner);
      }
    },
  };
}

async function waitForSpace(
  { clock, diskBudget, owner }: Deps,
  signal: AbortSignal,
  bytes: number,
  atMostMs: number,
): Promise<boolean> {
  const over = new AbortController();
  const end = () => over.abort();
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted || atMostMs <= 0) end();
  const done = new AbortController();
  clock.sleep(Math.max(0, atMostMs), done.signal).then(end, () => {});
  try {
    return await diskBudget.wait(bytes, owner, over.signal);
  } finally {
    done.abort();
    signal.removeEventListener('abort', end);
  }
}

async function fetchWhole(deps: Deps, request: FetchMedia, grant: Grant): Promise<FetchedMedia> {
  const stop = new AbortController();
  const timers = new AbortController();
  const onStop = () => stop.abort();
  const stopAfter = (ms: number, until: AbortSignal) => deps.clock.sleep(ms, until).then(onStop, () => {});
  request.signal.addEventListener('abort', onStop, { once: true });
  if (request.signal.aborted) onStop();
  void stopAfter(request.totalMs, timers.signal);
  try {
    const result = await followRedirects({ ...deps, stop, stopAfter, grant }, request);
    return !result.ok && request.signal.aborted ? failed({ kind: 'stopped' }) : result;
  } finally {
    timers.abort();
    request.signal.removeEventListener('abort', onStop);
  }
}

type Running = Deps & {
  readonly grant: Grant;
  readonly stop: AbortController;
  readonly stopAfter: (ms: number, until: AbortSignal) => Promise<void>;
};

async function followRedirects(running: Running, request: FetchMedia): Promise<FetchedMedia> {
  let url = readAddress(running.egress, request.url, ['http:', 'https:']);
  for (let hop = 0; hop <= running.limits.redirects; hop++) {
    if (url === null) return failed({ kind: 'no_answer' });
    const next: FetchedMedia | URL | null = await fetchOnce(running, request, url);
    if (next !== null && !(next instanceof URL)) return next;
    if (next?.protocol === 'http:' && url.protocol === 'https:') return failed({ kind: 'bad_redirect' });
    url = next;
  }
  return failed({ kind: 'bad_redirect' });
}

/** One request: returns the file, or the redirect target (null: a forbidden address). */
async function fetchOnce(running: Running, request: FetchMedia, url: URL): Promise<FetchedMedia | URL | null> {
  const { stop, limits } = running;
  const client = new Client(url.origin, {
    connect: running.connect,
    pipelining: 0,
    allowH2: false,
    maxHeaderSize: 16 * 1024,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const giveUp = () => void client.destroy();
  const headersCame = new AbortController();
  stop.signal.addEventListener('abort', giveUp, { once: true });
  try {
    if (stop.signal.aborted) return failed({ kind: 'no_answer' });
    void running.stopAfter(limits.headersMs, headersCame.signal);
    const answer = await client.request({
      method: 'GET',
      path: url.pathname + url.search,
      headers: {
        accept: [...request.accept, '*/*;q=0.1'].join(', '),
        'accept-encoding': 'identity',
        'user-agent': 'Fanfare',
      },
    });
    headersCame.abort();
    answer.body.on('error', () => {}); // reading it reports the error; leaving it unread must not
    const location = answer.headers.location;
    if (REDIRECTS.has(answer.statusCode) && typeof location === 'string') {
      const target = URL.parse(location, url.href);
      return target && readAddress(running.egress, target, ['http:', 'https:']);
    }
    return await readFile(running, request, answer);
  } catch (error) {
    if (isOwnMistake(error)) throw error;
    return failed({ kind: 'no_answer' });
  } finally {
    headersCame.abort();
    stop.signal.removeEventListener('abort', giveUp);
    giveUp();
  }
}

async function readFile(running: Running, request: FetchMedia, answer: Dispatcher.ResponseData): Promise<FetchedMedia> {
  const { statusCode: status, headers } = answer;
  if (status < 200 || status > 299 || status === 206) return failed({ kind: 'status', status });
  if (isCompressed(headers['content-encoding'])) return failed({ kind: 'encoded' });
  const declared = Number(headers['content-length'] ?? 0);
  if (declared > request.capBytes()) return failed({ kind: 'too_large', capBytes: request.capBytes() });

  if (!isGranted(running, declared)) return failed(noSpace(running, declared, 0));
  let spool: Spool;
  try {
    spool = await openSpool(running.tempDir);
  } catch (cause) {
    return failed({ kind: 'spool_failed', cause });
  }
  let read: MediaContentType | MediaProblem | null = null;
  try {
    read = await readBody(running, request, answer.body, spool);
  } finally {
    if (typeof read !== 'string') await spool.remove();
  }
  return typeof read === 'string' ? { ok: true, contentType: read, spool } : failed(read);
}

async function readBody(
  running: Running,
  request: FetchMedia,
  body: Dispatcher.ResponseData['body'],
  spool: Spool,
): Promise<MediaContentType | MediaProblem> {
  const done = new AbortController();
  let received = 0;
  let head = Buffer.alloc(0);
  void watchRate(running, () => received, done.signal);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      received += chunk.length;
      if (received > request.capBytes()) return { kind: 'too_large', capBytes: request.capBytes() };
      if (head.length < SNIFF_BYTES) {
        head = Buffer.concat([head, chunk.subarray(0, SNIFF_BYTES - head.length)]);
        if (head.length === SNIFF_BYTES && sniffMediaType(head) === null) return { kind: 'unknown_type' };
      }
      if (!isGranted(running, received)) return noSpace(running, received, STEP_BYTES);
      const failure = await spool.append(chunk).then(
        () => null,
        (cause: unknown) => ({ kind: 'spool_failed', cause }) as const,
      );
      if (failure) return failure;
    }
  } catch (error) {
    if (isOwnMistake(error)) throw error;
    return { kind: running.stop.signal.aborted ? 'too_slow' : 'cut_off' };
  } finally {
    done.abort();
  }
  if (received === 0) return { kind: 'empty' };
  return sniffMediaType(head) ?? { kind: 'unknown_type' };
}

/** Whether this many bytes of the file are reserved, or can be reserved now. */
function isGranted({ grant, diskBudget, owner }: Running, bytes: number): boolean {
  if (bytes <= grant.bytes) return true;
  const more = grant.bytes === 0 ? bytes : Math.max(bytes - grant.bytes, STEP_BYTES);
  if (!diskBudget.take(more, { owner, heldBytes: grant.bytes })) return false;
  grant.bytes += more;
  return true;
}

/** `ahead`: bytes of a file of unknown size that may still come, fetched from the first. */
function noSpace({ diskBudget }: Running, bytes: number, ahead: number): MediaProblem {
  const isEver = bytes > diskBudget.totalBytes;
  return { kind: 'no_space', neededBytes: Math.min(bytes + ahead, diskBudget.totalBytes), isEver };
}

/** Ends a fetch that is too slow: it must not hold a connection for ten minutes. */
async function watchRate({ clock, limits, stop }: Running, received: () => number, until: AbortSignal): Promise<void> {
  const leastPerWindow = (limits.minBytesPerSecond * limits.rateWindowMs) / 1000;
  try {
    for (let before = 0; ; before = received()) {
      await clock.sleep(limits.rateWindowMs, until);
      if (received() - before < leastPerWindow) return stop.abort();
    }
  } catch {
    // The body ended first.
  }
}

function failed(problem: MediaProblem): FetchedMedia {
  return { ok: false, problem };
}
