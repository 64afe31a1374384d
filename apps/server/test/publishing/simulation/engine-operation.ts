import fc from 'fast-check';
import { errorDetail } from '../../../src/publishing/error-detail.ts';
import type { Lease, TargetRow } from '../../../src/publishing/targets.table.ts';
import type { WriteKind } from '../../../src/publishing/write-intents.table.ts';
import type { OpenWrite } from '../../../src/writes/journal.ts';
import { DEFERRAL_LIMIT_SECONDS, type Engine, roughly } from './engine.ts';
import { type ModelRows, PROJECT_ID } from './model-rows.ts';

/** Number of a target, and whether the token is that of the run before the current one. */
type OfTarget = { readonly target: number; readonly isStale: boolean };
type OfIntent = OfTarget & { readonly slot: number };

/** One statement of the engine, in numbers that are valid for any content of the tables. */
export type Operation =
  | {
      readonly name: 'record';
      readonly targets: number;
      readonly account: number;
      readonly text: string;
      readonly firstComment: string | null;
      readonly dueInSeconds: number | null;
    }
  | { readonly name: 'claim'; readonly of: 'others' | 'suspects' }
  | (OfTarget & { readonly name: 'renew' | 'handOver' | 'fillUrl' | 'find' | 'journal' })
  | (OfIntent & { readonly name: 'intend'; readonly kind: 'container' | WriteKind })
  | (OfIntent & {
      readonly name: 'resolve';
      readonly kind: 'container' | WriteKind;
      readonly state: 'accepted' | 'rejected' | 'not_sent' | 'unknown' | 'absent';
    })
  | (OfIntent & { readonly name: 'resend'; readonly kind: WriteKind })
  | (OfIntent & { readonly name: 'published'; readonly post: string | null; readonly url: string | null })
  | (OfIntent & { readonly name: 'commented'; readonly comment: string | null })
  | (OfTarget & { readonly name: 'commentFailed'; readonly code: 'rate_limited' | 'outcome_unknown' })
  | (OfTarget & { readonly name: 'failed'; readonly code: 'content_rejected' | 'outcome_unknown' })
  | (OfTarget & { readonly name: 'defer'; readonly seconds: number })
  | (OfTarget & { readonly name: 'isAnothers'; readonly post: string })
  | { readonly name: 'sweep' }
  | { readonly name: 'cancel'; readonly target: number }
  | { readonly name: 'disconnect'; readonly account: number }
  | { readonly name: 'inFlight'; readonly account: number }
  | { readonly name: 'pass'; readonly seconds: number };

const TARGET = { target: fc.nat(3), isStale: fc.constantFrom(false, false, false, false, true) };
const INTENT = { ...TARGET, slot: fc.nat(1) };
const WRITE = fc.constantFrom<WriteKind>('publish', 'publish', 'comment');
const KIND = fc.oneof({ weight: 3, arbitrary: WRITE }, { weight: 1, arbitrary: fc.constant('container' as const) });
const POST = fc.constantFrom('post-1', 'post-2');
const ACCOUNT = fc.constantFrom(0, 0, 0, 1);
const is = <Name extends string>(...names: Name[]) => fc.constantFrom(...names);

const record = fc.record({
  name: is('record'),
  targets: fc.constantFrom(1, 1, 2),
  account: ACCOUNT,
  text: fc.constantFrom('Hello, world', 'hello world!', 'https://a.test', 'http://a.test', 'Something else'),
  firstComment: fc.constantFrom(null, 'And more'),
  dueInSeconds: fc.constantFrom(null, null, 0, 250, 500),
});

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 2, arbitrary: record },
  {
    weight: 4,
    arbitrary: fc.record({ name: is('claim'), of: is('others', 'others', 'suspects') }),
  },
  { weight: 8, arbitrary: fc.record({ name: is('intend'), ...INTENT, kind: KIND }) },
  {
    weight: 5,
    arbitrary: fc.record({
      name: is('resolve'),
      ...INTENT,
      kind: KIND,
      state: is('unknown', 'unknown', 'accepted', 'rejected', 'not_sent', 'absent'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ name: is('resend'), ...INTENT, kind: WRITE }) },
  {
    weight: 2,
    arbitrary: fc.record({
      name: is('published'),
      ...INTENT,
      post: fc.option(POST),
      url: fc.constantFrom(null, 'https://x.test/1'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ name: is('commented'), ...INTENT, comment: fc.option(fc.constant('comment-1')) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ name: is('commentFailed'), ...TARGET, code: is('rate_limited', 'outcome_unknown') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ name: is('failed'), ...TARGET, code: is('content_rejected', 'outcome_unknown') }),
  },
  { weight: 2, arbitrary: fc.record({ name: is('defer'), ...TARGET, seconds: fc.constantFrom(10, 350, 1_300) }) },
  { weight: 2, arbitrary: fc.record({ name: is('isAnothers'), ...TARGET, post: POST }) },
  { weight: 4, arbitrary: fc.record({ name: is('renew', 'handOver', 'fillUrl', 'find', 'journal'), ...TARGET }) },
  { weight: 2, arbitrary: fc.record({ name: is('sweep') }) },
  { weight: 1, arbitrary: fc.record({ name: is('cancel'), target: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ name: is('inFlight', 'inFlight', 'inFlight', 'disconnect'), account: ACCOUNT }) },
  { weight: 2, arbitrary: fc.record({ name: is('pass'), seconds: fc.constantFrom(250, 500, 750, 750, 3_000) }) },
);

const BEYOND_THE_DEADLINE = [3_000, 3_000, 250].map((seconds) => ({ name: 'pass', seconds }) as const);

/** Steps of a run with one write, which random choice alone would rarely combine. */
const run: fc.Arbitrary<readonly Operation[]> = fc
  .record({
    target: fc.nat(3),
    slot: fc.nat(1),
    kind: fc.constantFrom<WriteKind>('publish', 'publish', 'comment'),
    next: fc.constantFrom('resend', 'barred', 'second', 'overtaken', 'abandon'),
  })
  .map(({ target, slot, kind, next }) => {
    const of = { target, slot, isStale: false };
    const intend = { name: 'intend', kind, ...of } as const;
    const resolve = { name: 'resolve', kind, ...of } as const;
    const journal = { name: 'journal', ...of } as const;
    const out: Operation = { name: 'published', ...of, post: 'post-1', url: null };
    const before: Operation[] = kind === 'comment' ? [{ ...intend, kind: 'publish' }, out] : [];
    if (next === 'resend')
      return [...before, intend, { ...resolve, state: 'unknown' }, journal, { name: 'resend', kind, ...of }];
    if (next === 'barred') {
      const gone = [0, 1].map((account) => ({ name: 'disconnect', account }) as const);
      return [...before, intend, { ...resolve, state: 'unknown' }, ...gone, { name: 'resend', kind, ...of }];
    }
    if (next === 'abandon') return [...before, intend, ...BEYOND_THE_DEADLINE, { name: 'sweep' }];
    if (next === 'overtaken') {
      const late = { ...of, isStale: true };
      // A run takes over a target that awaits a comment before its time only after a handover.
      const end: Operation = kind === 'comment' ? { name: 'handOver', ...of } : { name: 'pass', seconds: 750 };
      const failed: Operation =
        kind === 'comment'
          ? { name: 'commentFailed', ...late, code: 'rate_limited' }
          : { name: 'failed', ...late, code: 'content_rejected' };
      const takenOver: Operation[] = [end, { name: 'claim', of: 'others' }, intend];
      return [...before, ...takenOver, { ...resolve, ...late, state: 'rejected' }, failed];
    }
    // The first is settled after a second was begun: only one of them may stand.
    const second = { ...intend, slot: 1 - slot };
    const settled: Operation = kind === 'publish' ? out : { name: 'commented', ...of, comment: 'comment-1' };
    return [...before, intend, { ...resolve, state: 'absent' }, second, settled];
  });

/** Consecutive statements; the first creates a target. */
export const operations: fc.Arbitrary<readonly Operation[]> = fc
  .tuple(
    record,
    fc.array(
      fc.oneof(
        { weight: 12, arbitrary: operation.map((one): readonly Operation[] => [one]) },
        { weight: 1, arbitrary: run },
      ),
      { minLength: 20, maxLength: 50, size: 'max' },
    ),
  )
  .map(([first, rest]) => [first, ...rest.flat()]);

const uuid = (what: number, number: number): string =>
  `00000000-0000-7000-800${what}-${number.toString(16).padStart(12, '0')}`;

export const accountId = (account: number): string => uuid(1, account);
const postId = (post: number): string => uuid(2, post);
const targetId = (target: number): string => uuid(3, target);
const KIND_NUMBERS = { publish: 4, container: 5, comment: 7 };
const intentId = (target: string, kind: keyof typeof KIND_NUMBERS, slot: number): string =>
  uuid(KIND_NUMBERS[kind], Number.parseInt(target.slice(-12), 16) * 10 + slot);

/**
 * Performs an operation on an engine. `rows` resolve its numbers. Returns the result, without
 * values that differ between engines.
 */
export async function perform(engine: Engine, operation: Operation, rows: ModelRows): Promise<unknown> {
  const { store } = engine;
  if (operation.name === 'record') return recordNext(engine, operation, rows);
  if (operation.name === 'claim') return byText(await engine.claim(operation.of));
  if (operation.name === 'sweep') return byText(await engine.sweep());
  if (operation.name === 'pass') return engine.passTime(operation.seconds);
  if (operation.name === 'disconnect') return engine.disconnect(accountId(operation.account));
  if (operation.name === 'inFlight') return engine.hasPublicWriteInFlight(accountId(operation.account));

  const all = [...rows.targets.values()];
  const target = all[operation.target % all.length];
  if (!target) return 'no target yet';
  if (operation.name === 'cancel') return engine.cancel(target.postId, errorDetail('cancelled'));

  const token = target.leaseToken - (operation.isStale ? 1 : 0);
  const lease: Lease = { projectId: PROJECT_ID, targetId: target.id, token };
  switch (operation.name) {
    case 'renew':
      return engine.renew(lease);
    case 'handOver':
      return store.handOver(lease);
    case 'fillUrl':
      return plain(await store.fillUrl(lease, 'https://x.test/filled'));
    case 'find':
      return plain(await store.find(lease));
    case 'journal': {
      const { steps, open } = await store.findJournal(lease);
      const summaryOf = (intent: OpenWrite | null) =>
        intent && {
          ...intent,
          intendedAt: sinceNow(engine, intent.intendedAt),
          since: roughly((intent.since - performance.now()) / 1_000),
        };
      return { steps: byText(steps), publish: summaryOf(open.publish), comment: summaryOf(open.comment) };
    }
    case 'intend': {
      const { kind, slot } = operation;
      const id = intentId(target.id, kind, slot);
      const intent = { id, accountId: target.accountId, kind, ordinal: slot, handle: null };
      const outcome = await store.intend(lease, intent);
      return outcome.state === 'intended' ? sinceNow(engine, outcome.intendedAt) : outcome.state;
    }
    case 'resolve': {
      const { kind, slot, state } = operation;
      const handle = kind === 'container' && state === 'accepted' ? { handle: `container-${slot}` } : {};
      return store.resolveIntent(lease, { id: intentId(target.id, kind, slot), state, ...handle });
    }
    case 'resend':
      return store.recordResend(lease, intentId(target.id, operation.kind, operation.slot));
    case 'published': {
      const { slot, post, url } = operation;
      // A billing event has its own id; a target is billed once.
      const ids = { intentId: intentId(target.id, 'publish', slot), eventId: uuid(6, all.indexOf(target)) };
      return plain(await store.settlePublished(lease, { ...ids, platformPostId: post, url }));
    }
    case 'commented': {
      const { slot, comment } = operation;
      const ids = { intentId: intentId(target.id, 'comment', slot), eventId: uuid(8, all.indexOf(target)) };
      return plain(await store.settleComment(lease, { ...ids, commentId: comment }));
    }
    case 'commentFailed':
      return plain(await store.failComment(lease, `${operation.code}: Not this time.`));
    case 'failed':
      return plain(await store.settleFailed(lease, errorDetail(operation.code)));
    case 'defer':
      return plain(await store.defer(lease, { ms: operation.seconds * 1_000, limitSeconds: DEFERRAL_LIMIT_SECONDS }));
    case 'isAnothers': {
      const found = { accountId: target.accountId, platformPostId: operation.post, intendedAt: engine.now() };
      return store.belongsToAnother(lease, found);
    }
  }
}

function recordNext(engine: Engine, operation: Operation & { name: 'record' }, rows: ModelRows): Promise<void> {
  const { text, firstComment, dueInSeconds, account } = operation;
  const first = rows.targets.size;
  return engine.record({
    postId: postId(first),
    targetIds: Array.from({ length: operation.targets }, (_, index) => targetId(first + index)),
    accountId: accountId(account),
    text,
    firstComment,
    dueInSeconds,
  });
}

const sinceNow = (engine: Engine, timeMs: number) => roughly((timeMs - engine.now()) / 1_000);

/** Shows what callers see of a target. */
const plain = (row: TargetRow | null) =>
  row && {
    id: row.id,
    accountId: row.accountId,
    status: row.status,
    code: row.errorDetail?.code ?? null,
    platformPostId: row.platformPostId,
    url: row.url,
    commentStatus: row.commentStatus,
    commentId: row.commentId,
    commentError: row.commentError,
    leaseToken: row.leaseToken,
  };

/** In an order that does not depend on the engine. */
const byText = (answers: readonly unknown[]): readonly unknown[] =>
  [...answers].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
