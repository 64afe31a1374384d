import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from '../installation/installation.ts';
import type { Absent, Contender, Sample } from '../measure.ts';

const DEBIAN = '/usr/lib/postgresql';
/** As the server's sessions: each plans the statement once and reads rows by an index. */
const SESSION = '-c jit=off -c plan_cache_mode=force_generic_plan -c enable_seqscan=off';
/** Warms the sessions of pgbench up: each takes 20 ms of CPU time until it has planned. */
const WARM_UP = { statementsOfEach: 10, seconds: 2, mostSeconds: 30 };
const LONGEST_SECONDS = 600;

/** pgbench of Debian or of the PATH; null where neither has it. */
function findPgbench(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => `${DEBIAN}/${version}/bin`) : [];
  const folders = [...versions, ...(process.env.PATH ?? '').split(path.delimiter)];
  return folders.map((folder) => path.join(folder, 'pgbench')).find((file) => existsSync(file)) ?? null;
}

/** The limit: the database alone, with no server before it. */
export function pgbench(
  name: string,
  at: { readonly installation: Installation; readonly clients: number; readonly script: string },
): Contender | Absent {
  const program = findPgbench();
  if (program === null) return { name, skipped: 'pgbench is not installed: apt-get install postgresql-contrib' };
  let running: Running | undefined;
  return {
    name,
    async prepare() {
      running = await startWarm(program, at);
      return running.stop;
    },
    run: (seconds) => running!.measure(Math.ceil(seconds)),
  };
}

/** Figures of pgbench for one second, about. */
type Interval = { readonly endSeconds: number; readonly done: number; readonly latencyMs: number };

type Running = { measure(seconds: number): Promise<Sample>; stop(): Promise<void> };

async function startWarm(program: string, at: Parameters<typeof pgbench>[1]): Promise<Running> {
  const { installation, clients, script } = at;
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-pgbench-'));
  const file = path.join(folder, 'script.sql');
  writeFileSync(file, script);
  const amount = ['-c', String(clients), '-j', '2', '-T', String(LONGEST_SECONDS), '-P', '1'];
  const child = spawn(program, ['-n', '-M', 'prepared', ...amount, '-f', file, installation.databaseUrl], {
    env: { ...process.env, PGOPTIONS: SESSION },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const intervals = readIntervals(createInterface(child.stderr));
  const next = async (): Promise<Interval> => {
    const { value, done } = await intervals.next();
    if (done) throw new Error('pgbench ended before its time');
    return value;
  };
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
    await sessionsEnded(installation);
  };
  let last: Interval = { endSeconds: 0, done: 0, latencyMs: 0 };
  try {
    for (
      let ran = 0;
      last.endSeconds < WARM_UP.mostSeconds &&
      (last.endSeconds < WARM_UP.seconds || ran < clients * WARM_UP.statementsOfEach);
      ran += last.done
    )
      last = await next();
  } catch (error) {
    await stop();
    throw error;
  }
  const from = last.endSeconds;
  return {
    stop,
    async measure(seconds) {
      let [done, waitedMs] = [0, 0];
      while (last.endSeconds < from + seconds - 0.5) {
        last = await next();
        done += last.done;
        waitedMs += last.done * last.latencyMs;
      }
      return { figure: done / (last.endSeconds - from), done, more: { 'mean ms': waitedMs / done } };
    },
  };
}

/** Reads lines such as `progress: 3.0 s, 1832.1 tps, lat 34.9 ms stddev 8.1, 0 failed`. */
async function* readIntervals(lines: AsyncIterable<string>): AsyncGenerator<Interval, void> {
  let from = 0;
  for await (const line of lines) {
    const [, at, tps, latency] = /^progress: ([\d.]+) s, ([\d.]+) tps, lat ([\d.]+|NaN) ms/.exec(line) ?? [];
    if (at === undefined) continue;
    const endSeconds = Number(at);
    const done = Math.round(Number(tps) * (endSeconds - from));
    from = endSeconds;
    yield { endSeconds, done, latencyMs: done === 0 ? 0 : Number(latency) };
  }
}

/** Waits for the sessions of pgbench, whose rest would count as work of the next contender. */
async function sessionsEnded({ db }: Installation): Promise<void> {
  const isThere = `select exists (select from pg_stat_activity where application_name = 'pgbench') as "isThere"`;
  while ((await db.query<{ isThere: boolean }>(isThere)).rows[0]!.isThere) await sleep(20);
}
