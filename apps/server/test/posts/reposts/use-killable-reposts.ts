import { afterAll } from 'vitest';
import type { RepostCheckpoint } from '../../../src/posts/reposts/repost-journal.ts';
import { fromPublicId } from '../../../src/process/ids.ts';
import type { Overrides } from '../../harness.ts';
import { type Person, type ServerOfFile, useServer } from '../../use-server.ts';

export type RepostPoint = Parameters<RepostCheckpoint>[0];

export type KillableReposts = {
  readonly server: ServerOfFile;
  /**
   * Stops the next attempt of this person at a point as a killed process would: silently, keeping
   * what it holds.
   */
  killAt(person: Person, at: RepostPoint): void;
  /** Does something at a point of this person's next attempt. */
  meanwhile(person: Person, at: RepostPoint, act: () => Promise<unknown>): void;
  /** Resolves when the attempt has stopped. */
  killed(person: Person): Promise<void>;
  /** Expires the lease of the stopped attempt. */
  expireLeases(person: Person): Promise<void>;
  /** Continues the stopped attempt, like a process that was frozen. */
  wake(person: Person): void;
};

type Plan = { readonly at: RepostPoint; readonly act: () => Promise<unknown> };

/** A server that can stop repost attempts. */
export function useKillableReposts(overrides: Overrides = {}): KillableReposts {
  const plans = new Map<string, Plan>();
  const kills = new Map<string, { readonly killed: Gate; readonly woken: Gate }>();
  const idOf = ({ account }: Person): string => fromPublicId('acc', account.id)!;
  const repostCheckpoint: RepostCheckpoint = async (name, { accountId }) => {
    const plan = plans.get(accountId);
    if (plan?.at !== name) return;
    plans.delete(accountId);
    await plan.act();
  };
  const server = useServer({
    ...overrides,
    options: { timings: { sweepMs: 100 }, ...overrides.options, repostCheckpoint },
  });
  // A shutdown waits for running attempts; stopped ones must not delay it.
  afterAll(() => {
    for (const { woken } of kills.values()) woken.open();
  });
  return {
    server,
    killAt(person, at) {
      const kill = { killed: gate(), woken: gate() };
      kills.set(idOf(person), kill);
      plans.set(idOf(person), {
        at,
        act: async () => {
          kill.killed.open();
          await kill.woken.opened;
        },
      });
    },
    meanwhile: (person, at, act) => void plans.set(idOf(person), { at, act }),
    killed: async (person) => kills.get(idOf(person))?.killed.opened,
    async expireLeases(person) {
      await server.db.query({
        text: `update reposts set lease_expires_at = now() where account_id = $1 and state = 'attempting'`,
        values: [idOf(person)],
      });
    },
    wake: (person) => kills.get(idOf(person))?.woken.open(),
  };
}

type Gate = { readonly opened: Promise<void>; readonly open: () => void };

function gate(): Gate {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
