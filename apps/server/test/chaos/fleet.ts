import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundleServer } from './bundle-server.ts';
import type { ChaosServerOptions } from './chaos-server-options.ts';
import { type CrashPoint, parseCrash } from './crash-points.ts';
import { GUARD_MARK } from './guards.ts';
import type { Pass } from './pass.ts';
import { serverPort } from './server-port.ts';
import { TIMEOUT_FACTOR } from './timeout-factor.ts';

export type FleetCounts = {
  kills: number;
  stops: number;
  /** Runs that hung while their process continued. */
  hangs: number;
  /** Exits that nobody requested. */
  crashes: number;
  /** Log lines in which a database guard caught an illegal write. */
  guards: string[];
  /** The last log lines of level error about targets and accounts. */
  errors: string[];
};

export type Slot = {
  readonly index: number;
  readonly url: string;
  readonly isUp: () => boolean;
};

/**
 * Servers on one database. A killed process is started again; a stopped one continues after
 * `wakeAfterMs`.
 */
export type Fleet = {
  readonly slots: readonly Slot[];
  readonly counts: FleetCounts;
  ready(): Promise<void>;
  /** Sets crash points in every process, now and after each restart. */
  arm(nextCrashPoints: () => readonly CrashPoint[]): void;
  kill(index: number): void;
  /** Stops a process and continues it later. */
  stop(index: number, ms: number): void;
  /** Kills all processes and resolves when they are gone; none restarts before `bringUp`. */
  takeDown(): Promise<void>;
  bringUp(): void;
  /** Sends SIGTERM and returns how long the process took to exit. It is started again. */
  terminate(index: number): Promise<number>;
  /**
   * Removes all crash points, also for processes that start later. Once it resolves, no process
   * crashes at one that it had before.
   */
  disarm(): Promise<void>;
  /** Times at which targets passed the recorded checkpoints of a process, oldest first. */
  passes(index: number): Promise<readonly Pass[]>;
  close(): Promise<void>;
};

type Options = {
  readonly servers: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly serverOptions: (index: number) => ChaosServerOptions;
  /** Called with the crash point that ended a process. */
  readonly onCrash?: (crashPoint: CrashPoint) => void;
  readonly wakeAfterMs?: number;
  /** Each server has a folder of its own below it. */
  readonly stateFolder?: string;
};

type State = {
  child: ChildProcess | null;
  port: number;
  isUp: boolean;
  wanted: 'running' | 'terminating';
  failures: number;
  exited: Promise<void>;
};

/**
 * Starts that a server may fail before the fleet gives up: a database that is about to come up
 * costs one or two.
 */
const MOST_FAILED_STARTS = 5;

export async function startFleet(options: Options): Promise<Fleet> {
  const server = await bundleServer();
  const counts: FleetCounts = { kills: 0, stops: 0, hangs: 0, crashes: 0, guards: [], errors: [] };
  let closing = false;
  let isDown = false;
  let nextCrashPoints: () => readonly CrashPoint[] = () => [];
  const states: State[] = [];
  for (let i = 0; i < options.servers; i++) {
    const state = {
      child: null,
      port: await serverPort(),
      isUp: false,
      wanted: 'running',
      failures: 0,
    } as const;
    states.push({ ...state, exited: Promise.resolve() });
  }

  const sendCrashPoints = (state: State): void => {
    if (state.child?.connected) state.child.send({ type: 'arm', crashPoints: nextCrashPoints() }, () => undefined);
  };
  /** Resolves once the process has the crash points, or has ended. */
  const replaceCrashPoints = (state: State): Promise<void> => {
    const { child } = state;
    if (!child?.connected) return state.exited;
    const armed = new Promise<void>((resolve) => {
      child.on('message', (message: { type?: string }) => message.type === 'armed' && resolve());
    });
    sendCrashPoints(state);
    return Promise.race([armed, state.exited]);
  };
  const start = (index: number): void => {
    const state = states[index]!;
    state.wanted = 'running';
    const serverOptions: ChaosServerOptions = { ...options.serverOptions(index), crashPoints: nextCrashPoints() };
    const env = {
      ...options.environment,
      PORT: String(state.port),
      ...(options.stateFolder && { STATE_DIR: path.join(options.stateFolder, String(index)) }),
      CHAOS_SERVER_OPTIONS: JSON.stringify(serverOptions),
    };
    const child = fork(server, { env, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    state.child = child;
    if (child.stdout) createInterface(child.stdout).on('line', (line) => readLog(counts, line));
    const readStderr = (line: string): void => {
      const crashPoint = parseCrash(line);
      if (!crashPoint) {
        keep(counts.errors, line.slice(0, 2_000));
        return;
      }
      options.onCrash?.(crashPoint);
      if (crashPoint.action === 'hang') {
        counts.hangs++;
        sendCrashPoints(state);
      }
      if (crashPoint.action !== 'stop') return;
      counts.stops++;
      setTimeout(() => {
        child.kill('SIGCONT');
        sendCrashPoints(state);
      }, options.wakeAfterMs ?? 4_000);
    };
    if (child.stderr) createInterface(child.stderr).on('line', (line) => line.trim() !== '' && readStderr(line));
    child.on('message', (message: { type?: string }) => {
      if (message.type !== 'ready') return;
      state.isUp = true;
      state.failures = 0;
    });
    state.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        state.isUp = false;
        resolve();
        if (closing) return;
        if (signal === 'SIGKILL') counts.kills++;
        else if (state.wanted === 'running') {
          counts.crashes++;
          state.failures++;
          keep(counts.errors, `server ${index} ended with ${code ?? signal}`);
        }
        const backoffMs = state.failures === 0 ? 0 : Math.min(200 * 2 ** state.failures, 5_000);
        setTimeout(() => !closing && !isDown && start(index), backoffMs);
      });
    });
  };
  for (const index of states.keys()) start(index);

  const slots = states.map((state, index) => ({
    index,
    url: `http://127.0.0.1:${state.port}`,
    isUp: () => state.isUp,
  }));
  return {
    slots,
    counts,
    async ready() {
      for (const end = Date.now() + 60_000 * TIMEOUT_FACTOR; states.some((state) => !state.isUp); await sleep(20)) {
        // One that ends again and again never starts: its own words say why.
        if (Date.now() > end || states.some(({ failures }) => failures >= MOST_FAILED_STARTS))
          throw new Error(`the servers did not start:\n${counts.errors.join('\n')}`);
      }
    },
    arm(next) {
      nextCrashPoints = next;
      states.forEach(sendCrashPoints);
    },
    kill: (index) => void states[index]!.child?.kill('SIGKILL'),
    stop(index, ms) {
      const { child } = states[index]!;
      if (!child?.kill('SIGSTOP')) return;
      counts.stops++;
      setTimeout(() => child.kill('SIGCONT'), ms);
    },
    async takeDown() {
      isDown = true;
      for (const { child } of states) child?.kill('SIGKILL');
      await Promise.all(states.map((state) => state.exited));
    },
    bringUp() {
      isDown = false;
      for (const index of states.keys()) start(index);
    },
    async terminate(index) {
      const state = states[index]!;
      state.wanted = 'terminating';
      const startedAt = performance.now();
      state.child?.kill('SIGTERM');
      await state.exited;
      return performance.now() - startedAt;
    },
    async disarm() {
      nextCrashPoints = () => [];
      await Promise.all(states.map(replaceCrashPoints));
    },
    async passes(index) {
      const { child } = states[index]!;
      if (!child?.connected) throw new Error(`server ${index} does not run`);
      const answered = new Promise<readonly Pass[]>((resolve) => {
        child.on('message', (message: { type?: string; passes?: readonly Pass[] }) => {
          if (message.type === 'passes') resolve(message.passes!);
        });
      });
      child.send({ type: 'passes' });
      return answered;
    },
    async close() {
      closing = true;
      for (const { child } of states) {
        child?.kill('SIGCONT');
        child?.kill('SIGKILL');
      }
      await Promise.all(states.map((state) => state.exited));
    },
  };
}

function readLog(counts: FleetCounts, line: string): void {
  if (line.includes(GUARD_MARK)) counts.guards.push(line.slice(0, 2_000));
  else if (line.includes('"level":50') && /"(?:targetId|accountId)"/.test(line))
    keep(counts.errors, line.slice(0, 1_000));
}

function keep(lines: string[], line: string): void {
  lines.push(line);
  if (lines.length > 20) lines.shift();
}
