import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { percentile } from './events/figure-table.ts';
import type { Sample } from './measure.ts';

export type Request = {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly apiKey: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Answer = { readonly status: number; readonly text: string; readonly tookMs: number };

export type Caller = {
  call(request: Request): Promise<Answer>;
  close(): Promise<void>;
};

/** Clients with a connection each. */
export function openCaller(url: string, connections: number): Caller {
  const pool = new Pool(url, { connections, pipelining: 1 });
  return {
    async call({ method = 'GET', path, apiKey, body, headers }) {
      const startedAt = performance.now();
      const answer = await pool.request({
        method,
        path,
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.body.text();
      return { status: answer.statusCode, text, tookMs: performance.now() - startedAt };
    },
    close: () => pool.close(),
  };
}

type Load = { readonly next: () => Request; readonly status: number };

/** Each client sends its next request when it has the last answer. The figure is requests a second. */
export async function closedLoop(
  url: string,
  { clients, seconds, next, status }: Load & { readonly clients: number; readonly seconds: number },
): Promise<Sample> {
  const caller = openCaller(url, clients);
  const tookMs: number[] = [];
  const startedAt = performance.now();
  const end = startedAt + seconds * 1_000;
  const client = async (): Promise<void> => {
    while (performance.now() < end) tookMs.push(expecting(await caller.call(next()), status));
  };
  await Promise.all(Array.from({ length: clients }, client));
  const elapsedMs = performance.now() - startedAt;
  await caller.close();
  return { figure: (tookMs.length * 1_000) / elapsedMs, ...described(tookMs) };
}

/** Requests at an even rate, however long each takes. The figure is the median time in milliseconds. */
export async function openLoop(
  url: string,
  { perSecond, seconds, next, status }: Load & { readonly perSecond: number; readonly seconds: number },
  caller: Caller = openCaller(url, 256),
): Promise<Sample> {
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
  if (answer.status !== status) throw new Error(`answered ${answer.status} instead of ${status}: ${answer.text}`);
  return answer.tookMs;
}

export function described(tookMs: readonly number[]): { readonly done: number; readonly more: Record<string, number> } {
  const sorted = tookMs.toSorted((a, b) => a - b);
  return { done: tookMs.length, more: { 'p50 ms': percentile(sorted, 0.5), 'p99 ms': percentile(sorted, 0.99) } };
}
