import type {
  AcceptedStep,
  Attempt,
  Call,
  CommentDraft,
  NetworkAdapter,
  PublicWrite,
  Refused,
  Sent,
  Verdict,
} from '@fanfare/network';
import type { ContentRules, Draft } from '@fanfare/rules';

/**
 * Script of what a test's network does with one kind of write in each call; the last entry of a
 * list applies to all later calls.
 */
type WriteScript = {
  readonly prepare?: (call: Call, turn: number) => Promise<{ handle: string | null } | undefined>;
  readonly send?: readonly ((call: Call) => Promise<Sent>)[];
  readonly reconcile?: readonly ((call: Call) => Promise<Verdict>)[];
  readonly leaveOut?: (call: Call, refused: Refused) => Promise<boolean>;
  readonly discard?: (call: Call, steps: readonly AcceptedStep[]) => Promise<void>;
};

export type Script = WriteScript & {
  readonly permalink?: () => Promise<string | null>;
  readonly comment?: WriteScript;
};

export type Seen = {
  /**
   * `prepare`, `send`, `reconcile`, `leaveOut` and `discard` in call order; `comment prepare` and
   * so on for those of a comment.
   */
  readonly log: string[];
  readonly attempts: Omit<Attempt<unknown>, 'input'>[];
  readonly calls: Call[];
  /** The requested comments. */
  readonly comments: CommentDraft[];
};

export const SENT: Sent = { platformPostId: '4711', url: 'https://x.test/ada/status/4711' };
export const COMMENTED: Sent = { platformPostId: '5000', url: null };

/** A network that follows the test's script and records its calls. */
export function scriptNetwork(script: Script): { adapter: NetworkAdapter; seen: Seen } {
  const seen: Seen = { log: [], attempts: [], calls: [], comments: [] };
  const turn = (name: string) => seen.log.filter((entry) => entry === name).length;
  const pick = <T>(list: readonly T[], index: number): T => list[Math.min(index, list.length - 1)]!;
  const next = (name: string) => {
    const index = turn(name);
    seen.log.push(name);
    return index;
  };
  const writeAs = <Input>(
    script: WriteScript,
    as: { prefix: string; sent: Sent; see: (input: Input) => void },
  ): PublicWrite<Input> => ({
    async prepare(call, input) {
      const index = next(`${as.prefix}prepare`);
      seen.calls.push(call);
      as.see(input);
      return { handle: (await script.prepare?.(call, index))?.handle ?? null, body: null };
    },
    send: (call) => pick(script.send ?? [async () => as.sent], next(`${as.prefix}send`))(call),
    reconcile(call, { input: _, ...attempt }) {
      seen.attempts.push({ ...attempt, earlierErrors: [...attempt.earlierErrors] });
      const undecided = async () => ({ state: 'undecided' as const });
      return pick(script.reconcile ?? [undecided], next(`${as.prefix}reconcile`))(call);
    },
    ...(script.leaveOut && {
      leaveOut(call: Call, refused: Refused) {
        next(`${as.prefix}leaveOut`);
        return script.leaveOut!(call, refused);
      },
    }),
    ...(script.discard && {
      discard(call: Call, steps: readonly AcceptedStep[]) {
        next(`${as.prefix}discard`);
        return script.discard!(call, steps);
      },
    }),
  });
  const publish = writeAs<Draft>(script, { prefix: '', sent: SENT, see: () => undefined });
  const comment = writeAs<CommentDraft>(script.comment ?? {}, {
    prefix: 'comment ',
    sent: COMMENTED,
    see: (input) => void seen.comments.push(input),
  });
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
    comment,
    ...(script.permalink && { permalink: script.permalink }),
  };
  return { adapter, seen };
}
