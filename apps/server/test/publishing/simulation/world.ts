import type { Scheduler } from 'fast-check';
import type { Invariants } from './invariants.ts';
import type { ModelClock } from './model-clock.ts';
import type { Tokens } from './model-credentials.ts';
import type { ModelNetwork } from './model-network.ts';
import type { ModelRows } from './model-rows.ts';
import type { Sabotage } from './sabotage.ts';
import type { NetworkKind, RenewalFault, Scenario, StoreFault } from './scenario.ts';

/**
 * World that the processes of a run share: the database, the networks, the clock, and the scheduler
 * of their steps.
 */
export type World = {
  readonly scenario: Scenario;
  readonly clock: ModelClock;
  readonly rows: ModelRows;
  readonly network: ModelNetwork;
  /** The network of each target. */
  readonly kinds: ReadonlyMap<string, NetworkKind>;
  /** Public calls without an effect so far. */
  readonly inFlight: { count: number };
  readonly tokens: Tokens;
  readonly invariants: Invariants;
  readonly sabotage: Sabotage;
  /** Events with their times, without the steps that only pass the time. */
  readonly history: string[];
  readonly turns: { count: number };
  readonly statementFault: () => StoreFault;
  readonly renewalFault: () => RenewalFault;
  /** Resolves when it is this caller's turn. */
  turn(name: string): Promise<void>;
  /** Whether another caller waits for a turn. */
  hasReadyStep(): boolean;
  newId(what: string): string;
  /** Records an event. */
  note(what: string): void;
};

/** More steps than any run needs: beyond them something loops. */
export const MAX_TURNS = 4_000;

export function createWorld(
  scheduler: Scheduler,
  parts: Pick<World, 'scenario' | 'clock' | 'rows' | 'network' | 'kinds' | 'invariants' | 'sabotage'>,
): World {
  const { scenario } = parts;
  const { clock } = parts;
  const history: string[] = [];
  const turns = { count: 0 };
  const startedAt = clock.now();
  let ids = 0;
  return {
    ...parts,
    inFlight: { count: 0 },
    tokens: new Map(),
    history,
    turns,
    statementFault: inOrder(scenario.statements),
    renewalFault: inOrder(scenario.renewals),
    async turn(name) {
      await scheduler.schedule(READY, name);
      turns.count++;
    },
    note: (what) => void history.push(`${((clock.now() - startedAt) / 1_000).toFixed(1)} s  ${what}`),
    hasReadyStep: () => scheduler.count() > 0,
    newId: (what) => `${what}-${++ids}`,
  };
}

const READY = Promise.resolve();

function inOrder<Fault extends string>(faults: readonly (Fault | 'none')[]): () => Fault | 'none' {
  let next = 0;
  return () => faults[next++] ?? 'none';
}
