import type { Attempt, Call, NetworkAdapter, PublicWrite, Sent, Verdict } from '@fanfare/network';
import type { ContentRules, Draft } from '@fanfare/rules';

/** What the network of a test does at each turn; the last entry of a list stands for all later turns. */
export type Script = {
  readonly prepare?: (call: Call, turn: number) => Promise<{ handle: string | null } | undefined>;
  readonly send?: readonly (() => Promise<Sent>)[];
  readonly reconcile?: readonly (() => Promise<Verdict>)[];
  readonly permalink?: () => Promise<string | null>;
};

export type Seen = {
  /** `prepare`, `send` and `reconcile` in the order they were called. */
  readonly log: string[];
  readonly attempts: Omit<Attempt<Draft>, 'input'>[];
  readonly calls: Call[];
};

export const SENT: Sent = { platformPostId: '4711', url: 'https://x.test/ada/status/4711' };

/** A network that does what the test says and writes down what it was asked. */
export function scriptNetwork(script: Script): { adapter: NetworkAdapter; seen: Seen } {
  const seen: Seen = { log: [], attempts: [], calls: [] };
  const turn = (name: string) => seen.log.filter((entry) => entry === name).length;
  const pick = <T>(list: readonly T[], index: number): T => list[Math.min(index, list.length - 1)]!;
  const publish: PublicWrite<Draft> = {
    async prepare(call) {
      const index = turn('prepare');
      seen.log.push('prepare');
      seen.calls.push(call);
      return { handle: (await script.prepare?.(call, index))?.handle ?? null, body: null };
    },
    send() {
      const index = turn('send');
      seen.log.push('send');
      return pick(script.send ?? [async () => SENT], index)();
    },
    reconcile(_call, { input: _, ...attempt }) {
      const index = turn('reconcile');
      seen.log.push('reconcile');
      seen.attempts.push({ ...attempt, earlierErrors: [...attempt.earlierErrors] });
      return pick(script.reconcile ?? [async () => ({ state: 'undecided' as const })], index)();
    },
  };
  const never = () => Promise.reject(new Error('not part of this test'));
  const adapter: NetworkAdapter = {
    platform: 'x',
    rules: {} as ContentRules,
    connect: {
      pkce: false,
      authorizeUrl: () => new URL('https://x.test'),
      readDenial: () => 'access_denied',
      exchange: never,
      profiles: never,
    },
    publish,
    ...(script.permalink && { permalink: script.permalink }),
  };
  return { adapter, seen };
}
