import type { MediaSource } from '@fanfare/network';
import { createLogger } from '../../../src/process/log/log.ts';
import { createBulkheads } from '../../../src/publishing/bulkheads.ts';
import { noCheckpoint } from '../../../src/publishing/checkpoint.ts';
import { errorDetail } from '../../../src/publishing/error-detail.ts';
import { publishTarget } from '../../../src/publishing/publish-target.ts';
import type { Lease, TargetRow } from '../../../src/publishing/targets.table.ts';
import { ACCOUNTS, createModelOpenCredential } from './model-credentials.ts';
import { type Claim, claimDue, sweepTargets } from './model-due-targets.ts';
import { createModelHttp } from './model-http.ts';
import { modelNetworks } from './model-networks.ts';
import { PROJECT_ID } from './model-rows.ts';
import { createModelStore } from './model-store.ts';
import { renewLeases } from './model-targets.ts';
import type { Accident } from './scenario.ts';
import type { World } from './world.ts';

export const LEASE_SECONDS = 60;
export const LATE_LIMIT_SECONDS = 24 * 3_600;
const SUSPECTS_AT_ONCE = 4;
const LOOK_EVERY_MS = 10_000;
const HEARTBEAT_EVERY_MS = 15_000;
/** A stopping process has this long to finish its writes. */
const DRAIN_MS = 30_000;

/** Steps that are not logged. */
const ROUTINE = new Set(['looks', 'beats', 'wakes up']);

const SWEEP_ERRORS = {
  doubt: errorDetail('outcome_unknown'),
  lost: errorDetail('worker_lost'),
  missed: errorDetail('schedule_missed'),
};

export const silentLog = createLogger('silent', () => undefined);

const noMedia: MediaSource = { open: () => Promise.reject(new Error('The model has no files.')) };

export type ModelProcess = {
  /** Runs a target that was recorded with this process as its owner, like `POST /posts`. */
  runNow(target: TargetRow, deadlineMs: number): void;
  /** Resolves when the process has ended in any way. */
  readonly gone: Promise<void>;
  readonly name: string;
  readonly runs: number;
};

/**
 * One process of the service: the real executor, with its own schedule, heartbeats and sweep. Each
 * of its steps waits for its turn; at the steps that `accidents` names it dies, freezes or is
 * stopped.
 */
export function startProcess(
  world: World,
  options: {
    readonly name: string;
    /** Lead of its wall clock over the database's and the networks'. */
    readonly skewMs: number;
    readonly accidents: readonly Accident[];
  },
): ModelProcess {
  const { clock, rows, network } = world;
  const { name, skewMs, accidents } = options;
  const stopping = new AbortController();
  const bulkheads = createBulkheads({
    targetsInFlight: 10,
    publishesInFlightPerProject: 10,
    writesInFlightPerAccount: world.scenario.lane,
  });
  const running = new Set<Lease>();
  /** The number of steps so far of the kind an accident waits for. */
  const counts = new Map<Accident['at'], number>();
  let frozenUntil = 0;
  let isGone = false;
  let isBeating = true;
  let exit: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => {
    exit = () => {
      isGone = true;
      resolve();
    };
  });

  const applyAccident = (what: string): void => {
    const accident = accidents.find(({ at }) => {
      if (at.step !== 'any' && !what.includes(` ${at.step}`)) return false;
      const nth = (counts.get(at) ?? 0) + 1;
      counts.set(at, nth);
      return nth === at.nth;
    });
    if (!accident) return;
    world.note(`${name} ${accident.kind.name}`);
    if (accident.kind.name === 'dies') exit();
    if (accident.kind.name === 'loses its heartbeat') isBeating = false;
    if (accident.kind.name === 'sleeps') frozenUntil = clock.now() + accident.kind.ms;
    if (accident.kind.name === 'stops') {
      stopping.abort(new Error('The process is to stop.'));
      clock.at(clock.now() + DRAIN_MS, exit);
    }
  };
  const step = async <T>(what: string, effect: () => T): Promise<T> => {
    await world.turn(`${name} ${what}`);
    applyAccident(what);
    while (frozenUntil > clock.now() && !isGone) {
      await clock.sleep(frozenUntil - clock.now());
      await world.turn(`${name} ${what}`);
    }
    if (isGone) return new Promise<never>(() => undefined);
    if (!ROUTINE.has(what)) world.note(`${name} ${what}`);
    return effect();
  };
  const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    const failure = await clock.sleep(ms, signal).then(
      () => null,
      (reason: unknown) => ({ reason }),
    );
    await step('wakes up', () => {
      if (failure) throw failure.reason;
    });
  };

  const openCredential = createModelOpenCredential({ rows, tokens: world.tokens, step, fault: world.renewalFault });
  const run = (target: TargetRow, deadlineMs: number, scheduled: boolean): Promise<void> => {
    const kind = world.kinds.get(target.id)!;
    const short = target.id;
    const stepOf = <T>(what: string, effect: () => T) => step(`${short}#${target.leaseToken} ${what}`, effect);
    const lease: Lease = { projectId: PROJECT_ID, targetId: target.id, token: target.leaseToken };
    const place = bulkheads.take(target.platform);
    running.add(lease);
    const http = createModelHttp(
      {
        clock,
        network,
        step: stepOf,
        turn: world.turn,
        inFlight: world.inFlight,
        note: world.note,
        onFirstByte: (write) => world.invariants.onFirstByte(target.id, write),
      },
      { kind, targetId: target.id, account: ACCOUNTS[kind].platformUserId },
    );
    return publishTarget(
      {
        store: createModelStore({ rows, leaseSeconds: LEASE_SECONDS, step: stepOf, fault: world.statementFault }),
        clock: { now: () => clock.now() + skewMs, sleep },
        ids: { uuid: () => world.newId('id'), secret: () => Buffer.alloc(0), cell: null },
        log: silentLog,
        networks: modelNetworks,
        http: world.sabotage.http(http),
        openCredential,
        inAccountLane: bulkheads.inAccountLane,
        checkpoint: noCheckpoint,
        stopping: stopping.signal,
        observe: {
          published: () => undefined,
          failed: () => undefined,
          unknownOutcome: () => undefined,
          leaseLost: () => undefined,
        },
        renewLease: () => undefined,
        findFollowUps: () => undefined,
      },
      { target, draft: draftOf(target), media: noMedia, deadlineMs, scheduled },
    )
      .then(() => undefined)
      .catch((error: unknown) => world.note(`${name} ${short} threw ${String(error)}`))
      .finally(() => {
        running.delete(lease);
        place.leave();
        if (running.size === 0 && stopping.signal.aborted) exit();
      });
  };

  const claim = (of: Claim['of'], limit: number): Promise<void>[] => {
    const settings = { owner: name, leaseSeconds: LEASE_SECONDS, lateLimitSeconds: LATE_LIMIT_SECONDS };
    const claimed = limit > 0 ? claimDue(rows, { ...settings, of, limit }) : [];
    return claimed.map(({ row, publishAt, remainingMs }) => run(row, remainingMs, publishAt !== null));
  };
  let suspects = 0;
  const look = (): void => {
    const limits = { lateLimitSeconds: LATE_LIMIT_SECONDS, leaseSeconds: LEASE_SECONDS };
    const swept = sweepTargets(rows, { errors: SWEEP_ERRORS, ...limits });
    for (const { code } of swept) world.note(`${name} swept a target: ${code}`);
    if (stopping.signal.aborted) return;
    if (suspects === 0) {
      for (const ended of claim('suspects', Math.min(bulkheads.available(), SUSPECTS_AT_ONCE))) {
        suspects++;
        void ended.finally(() => suspects--);
      }
    }
    claim('others', bulkheads.available());
  };
  const repeat = async (everyMs: number, what: string, work: () => unknown): Promise<void> => {
    for (;;) {
      await step(what, work);
      await clock.sleep(everyMs);
    }
  };
  void repeat(LOOK_EVERY_MS, 'looks', look);
  void repeat(HEARTBEAT_EVERY_MS, 'beats', () => isBeating && renewLeases(rows, [...running], LEASE_SECONDS));

  return {
    runNow: (target, deadlineMs) => void run(target, deadlineMs, false),
    gone,
    name,
    get runs() {
      return isGone ? 0 : running.size;
    },
  };
}

const draftOf = (target: TargetRow) => ({
  content: target.content ?? '',
  media: target.platform === 'instagram' ? [{ type: 'image' as const, url: 'https://files.test/a.jpg' }] : [],
  firstComment: target.firstComment,
  aiGenerated: false,
  // Where the slug network reads our slug.
  spaceSlug: target.id,
});
