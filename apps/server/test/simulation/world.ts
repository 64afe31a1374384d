import type { Scheduler } from 'fast-check';
import type { Laws } from './laws.ts';
import type { ModelClock } from './model-clock.ts';
import type { Tokens } from './model-credentials.ts';
import type { ModelNetwork } from './model-network.ts';
import type { ModelRows } from './model-rows.ts';
import type { Sabotage } from './sabotage.ts';
import type { NetworkKind, RenewalFault, Scenario, StoreFault } from './scenario.ts';

/** What the processes of a run share: the database, the networks, the time, and whoever decides whose turn it is. */
export type World = {
  readonly scenario: Scenario;
  readonly clock: ModelClock;
  readonly rows: ModelRows;
  readonly network: ModelNetwork;
  /** What each target is published to. */
  readonly kinds: ReadonlyMap<string, NetworkKind>;
  /** Public calls that have not had their effect yet. */
  readonly inFlight: { count: number };
  readonly tokens: Tokens;
  readonly laws: Laws;
  readonly sabotage: Sabotage;
  /** What happened and when, without the turns that only pass the time. */
  readonly history: string[];
  readonly turns: { count: number };
  readonly statementFault: () => StoreFault;
  readonly renewalFault: () => RenewalFault;
  /** Resolves when it is this one's turn. */
  turn(name: string): Promise<void>;
  /** Whether anybody else waits for a turn. */
  isAnybodyReady(): boolean;
  newId(what: string): string;
  /** Writes down what happened. */
  note(what: string): void;
};

/** More turns than any run needs: beyond them something goes round in circles. */
export const MAX_TURNS = 4_000;

export function createWorld(
  scheduler: Scheduler,
  parts: Pick<World, 'scenario' | 'clock' | 'rows' | 'network' | 'kinds' | 'laws' | 'sabotage'>,
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
    isAnybodyReady: () => scheduler.count() > 0,
    newId: (what) => `${what}-${++ids}`,
  };
}

const READY = Promise.resolve();

function inOrder<Fault extends string>(faults: readonly (Fault | 'none')[]): () => Fault | 'none' {
  let next = 0;
  return () => faults[next++] ?? 'none';
}
