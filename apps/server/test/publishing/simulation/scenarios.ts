import fc from 'fast-check';
import type {
  Accident,
  HiddenFault,
  NetworkKind,
  PostPlan,
  ReadFault,
  RenewalFault,
  Scenario,
  SendFault,
  StepKind,
  StoreFault,
  UserAct,
} from './scenario.ts';

const weighted = <T>(...choices: readonly [weight: number, value: T][]): fc.Arbitrary<T> =>
  fc.oneof(...choices.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })));

const sendFault = weighted<SendFault>(
  [4, 'none'],
  [2, 'refused'],
  [1, 'throttled'],
  [1, 'throttled_long'],
  [1, 'unauthorized'],
  [1, 'too_early'],
  [1, 'unreachable'],
  [2, 'lost_before'],
  [2, 'lost_after'],
  [1, 'broken_before'],
  [1, 'broken_after'],
  [2, 'late'],
  [1, 'silent'],
  [2, 'lie'],
);
const hiddenFault = weighted<HiddenFault>(
  [6, 'none'],
  [1, 'refused'],
  [1, 'throttled'],
  [1, 'lost_before'],
  [1, 'lost_after'],
);
const readFault = weighted<ReadFault>(
  [6, 'none'],
  [2, 'lost'],
  [1, 'broken'],
  [1, 'unauthorized'],
  [2, 'stale'],
  [1, 'in_progress'],
);
const storeFault = weighted<StoreFault>([20, 'none'], [2, 'repeated'], [1, 'unreachable'], [1, 'gone']);
const renewalFault = weighted<RenewalFault>([3, 'none'], [1, 'refused'], [1, 'unavailable'], [1, 'throws']);

const post = fc.record<PostPlan>({
  budgetMs: fc.constantFrom(100_000, 150_000, 150_000, 250_000),
  dueInMs: fc.constantFrom(null, null, 0, 5_000),
  targets: fc.array(
    fc.record({
      network: weighted<NetworkKind>([4, 'instagram'], [3, 'x'], [1, 'page'], [1, 'member'], [2, 'slug']),
      text: fc.constantFrom('Hello', 'Hello', 'Goodbye'),
      comment: weighted<string | null>([2, null], [1, 'And more'], [1, 'Hello']),
    }),
    { minLength: 1, maxLength: 2 },
  ),
});

const accident = fc.record<Accident>({
  slot: fc.nat(2),
  at: fc.oneof(
    fc.record({ step: fc.constant('any' as const), nth: fc.integer({ min: 1, max: 40 }) }),
    fc.record({
      step: weighted<StepKind>(
        [1, 'intend'],
        [4, 'sends'],
        [4, 'hears'],
        [2, 'resolve'],
        [1, 'resend'],
        [1, 'settle'],
        [2, 'reads'],
        [1, 'journal'],
      ),
      nth: fc.integer({ min: 1, max: 3 }),
    }),
  ),
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constant({ name: 'dies' } as const) },
    { weight: 1, arbitrary: fc.constant({ name: 'stops' } as const) },
    { weight: 1, arbitrary: fc.constant({ name: 'loses its heartbeat' } as const) },
    {
      weight: 3,
      arbitrary: fc.record({
        name: fc.constant('sleeps' as const),
        ms: fc.constantFrom(15_000, 70_000, 100_000, 130_000, 160_000, 300_000),
      }),
    },
  ),
});

const CALM_MS = [0, 50, 300];
const SLOW_MS = [0, 300, 3_000, 21_000];
const WILD_MS = [300, 3_000, 21_000, 65_000];

/** Anything. */
const anything = fc.record<Scenario>({
  slots: fc.constantFrom(2, 2, 3),
  posts: fc.array(post, { minLength: 1, maxLength: 2 }),
  lane: fc.constantFrom(1, 4),
  leapsMs: fc
    .constantFrom(CALM_MS, SLOW_MS, WILD_MS)
    .chain((leaps) => fc.array(fc.constantFrom(...leaps), { minLength: 1, maxLength: 12 })),
  accidents: fc.array(accident, { maxLength: 3 }),
  users: fc.array(
    fc.record<UserAct>({
      afterMs: fc.constantFrom(0, 3_000, 30_000, 90_000),
      act: fc.constantFrom('cancel', 'disconnect'),
      target: fc.nat(3),
    }),
    { maxLength: 1 },
  ),
  sends: fc.array(sendFault, { maxLength: 6 }),
  hiddens: fc.array(hiddenFault, { maxLength: 4 }),
  reads: fc.array(readFault, { maxLength: 10 }),
  statements: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(storeFault, { maxLength: 30 }) },
  ),
  renewals: fc.array(renewalFault, { maxLength: 2 }),
});

/**
 * One process freezes around its public write for longer than its lease, and the one that takes
 * over has an accident around its own.
 */
export const overtaken = fc
  .record({
    base: anything,
    network: weighted<NetworkKind>([3, 'instagram'], [1, 'x'], [1, 'slug']),
    comment: fc.constantFrom(null, 'And more'),
    frozenAt: fc.constantFrom<StepKind>('sends', 'hears', 'resolve'),
    frozenMs: fc.integer({ min: 60, max: 180 }).map((seconds) => seconds * 1_000),
    successorAt: fc.constantFrom<StepKind>('sends', 'hears', 'resolve', 'resend'),
    successor: fc.constantFrom<Accident['kind']>(
      { name: 'dies' },
      { name: 'stops' },
      { name: 'sleeps', ms: 90_000 },
      { name: 'loses its heartbeat' },
    ),
    budgetMs: fc.constantFrom(150_000, 200_000, 300_000),
  })
  .map(
    ({ base, network, comment, frozenAt, frozenMs, successorAt, successor, budgetMs }): Scenario => ({
      ...base,
      posts: [{ dueInMs: null, budgetMs, targets: [{ network, text: 'Hello', comment }] }],
      accidents: [
        { slot: 0, at: { step: frozenAt, nth: 1 }, kind: { name: 'sleeps', ms: frozenMs } },
        { slot: 1, at: { step: successorAt, nth: 1 }, kind: successor },
      ],
      sends: base.sends.slice(0, 2),
      users: [],
    }),
  );

/** One post is published without trouble; then its first comment meets accidents and faults. */
export const commenting = fc
  .record({
    base: anything,
    network: fc.constantFrom<NetworkKind>('instagram', 'page', 'slug'),
    // The first send is the post's.
    at: fc.constantFrom<Accident['at']>(
      { step: 'intend comment', nth: 1 },
      { step: 'sends', nth: 2 },
      { step: 'hears', nth: 2 },
      { step: 'settle comment', nth: 1 },
      { step: 'fail comment', nth: 1 },
    ),
    kind: accident.map(({ kind }) => kind),
    successor: fc.option(accident.map((accident) => ({ ...accident, slot: 1 }))),
    fault: sendFault,
  })
  .map(
    ({ base, network, at, kind, successor, fault }): Scenario => ({
      ...base,
      posts: [{ dueInMs: null, budgetMs: 150_000, targets: [{ network, text: 'Hello', comment: 'And more' }] }],
      leapsMs: CALM_MS,
      accidents: [{ slot: 0, at, kind }, ...(successor ? [successor] : [])],
      users: [],
      sends: ['none', fault, ...base.sends.slice(0, 2)],
      hiddens: [],
      statements: [],
    }),
  );

export const scenario: fc.Arbitrary<Scenario> = fc.oneof(
  { weight: 4, arbitrary: anything },
  { weight: 1, arbitrary: overtaken },
  { weight: 1, arbitrary: commenting },
);

export const withoutComments = (scenarios: fc.Arbitrary<Scenario>): fc.Arbitrary<Scenario> =>
  scenarios.map((plan) => ({
    ...plan,
    posts: plan.posts.map((post) => ({ ...post, targets: post.targets.map((to) => ({ ...to, comment: null })) })),
  }));
