import { afterAll } from 'vitest';
import { fromPublicId } from '../../src/ids.ts';
import type { RepostCheckpoint } from '../../src/reposts/repost-journal.ts';
import type { Overrides } from '../harness.ts';
import { type Person, type ServerOfFile, useServer } from '../use-server.ts';

export type RepostPoint = Parameters<RepostCheckpoint>[0];

export type MortalReposts = {
  readonly server: ServerOfFile;
  /** Ends the next attempt of this person at a point as a dead process would: without a word, holding what it held. */
  fell(person: Person, at: RepostPoint): void;
  /** Does something at a point of this person's next attempt. */
  meanwhile(person: Person, at: RepostPoint, act: () => Promise<unknown>): void;
  /** Resolves when the attempt has fallen. */
  fallen(person: Person): Promise<void>;
  /** The lease of the dead is over. */
  bury(person: Person): Promise<void>;
  /** The dead wakes up where it fell and goes on, as a frozen process does. */
  wake(person: Person): void;
};

type Plan = { readonly at: RepostPoint; readonly act: () => Promise<unknown> };

/** A server some of whose reposts stop dead. */
export function useMortalReposts(overrides: Overrides = {}): MortalReposts {
  const plans = new Map<string, Plan>();
  const falls = new Map<string, { readonly fallen: Gate; readonly woken: Gate }>();
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
  // A stop waits for what runs; the dead must not keep it waiting.
  afterAll(() => {
    for (const { woken } of falls.values()) woken.open();
  });
  return {
    server,
    fell(person, at) {
      const fall = { fallen: gate(), woken: gate() };
      falls.set(idOf(person), fall);
      plans.set(idOf(person), {
        at,
        act: async () => {
          fall.fallen.open();
          await fall.woken.opened;
        },
      });
    },
    meanwhile: (person, at, act) => void plans.set(idOf(person), { at, act }),
    fallen: async (person) => falls.get(idOf(person))?.fallen.opened,
    async bury(person) {
      await server.db.query({
        text: `update reposts set lease_expires_at = now() where account_id = $1 and state = 'attempting'`,
        values: [idOf(person)],
      });
    },
    wake: (person) => falls.get(idOf(person))?.woken.open(),
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
