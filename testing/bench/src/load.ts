import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { percentile } from './figures.ts';
import type { Sample } from './measure.ts';
import { type Answer, type Request, sender } from './send-request.ts';

export type Caller = {
  /** The text is kept where the status is 400 or higher. */
  call(request: Request): Promise<Answer>;
  /** Keeps the text of every answer. */
  read(request: Request): Promise<Answer>;
  close(): Promise<void>;
};

/** Clients with a connection each. */
export function openCaller(url: string, connections: number): Caller {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const call = (request: Request, keepsText: (status: number) => boolean): Promise<Answer> =>
    new Promise((resolve, reject) => sender(pool, { keepsText, done: resolve, failed: reject })(request));
  return {
    call: (request) => call(request, (status) => status >= 400),
    read: (request) => call(request, () => true),
    close: () => pool.close(),
  };
}

type Load = { readonly next: () => Request; readonly status: number };

/** Sends the next request of each client after its last answer. The figure is requests a second. */
export async function closedLoop(
  url: string,
  { clients, seconds, next, status }: Load & { readonly clients: number; readonly seconds: number },
): Promise<Sample> {
  const pool = new Pool(url, { connections: clients, pipelining: 1 });
  const tookMs: number[] = [];
  const startedAt = performance.now();
  const end = startedAt + seconds * 1_000;
  // Without a promise for each request, and one handler for each client: what the load costs, the
  // server cannot use.
  const client = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const send = sender(pool, {
        keepsText: (found) => found !== status,
        done(answer) {
          if (answer.status !== status) return reject(wrong(answer, status));
          tookMs.push(answer.tookMs);
          if (performance.now() < end) send(next());
          else resolve();
        },
        failed: reject,
      });
      send(next());
    });
  try {
    await Promise.all(Array.from({ length: clients }, client));
  } catch (error) {
    await pool.destroy();
    throw error;
  }
  const elapsedMs = performance.now() - startedAt;
  await pool.close();
  return { figure: (tookMs.length * 1_000) / elapsedMs, ...described(tookMs) };
}

/** Sends requests at an even rate. The figure is the median time in milliseconds. */
export async function openLoop(
  url: string,
  { perSecond, seconds, next, status }: Load & { readonly perSecond: number; readonly seconds: number },
): Promise<Sample> {
  const caller = openCaller(url, 256);
  const startedAt = performance.now();
  const calls: Promise<number>[] = [];
  for (let n = 0; n < perSecond * seconds; n++) {
    const waitMs = startedAt + (n * 1_000) / perSecond - performance.now();
    if (waitMs > 1) await sleep(waitMs);
    const call = caller.call(next()).then((answer) => expecting(answer, status));
    // A wrong answer is reported at the end, not as an unhandled rejection before it.
    call.catch(() => undefined);
    calls.push(call);
  }
  const tookMs = await Promise.all(calls);
  await caller.close();
  const { done, more } = described(tookMs);
  return { figure: more['p50 ms']!, done, more };
}

function expecting(answer: Answer, status: number): number {
  if (answer.status !== status) throw wrong(answer, status);
  return answer.tookMs;
}

const wrong = (answer: Answer, status: number): Error =>
  new Error(`answered ${answer.status} instead of ${status}: ${answer.text}`);

export function described(tookMs: readonly number[]): { readonly done: number; readonly more: Record<string, number> } {
  const sorted = tookMs.toSorted((a, b) => a - b);
  return { done: tookMs.length, more: { 'p50 ms': percentile(sorted, 0.5), 'p99 ms': percentile(sorted, 0.99) } };
}
