import { mutantsOf } from '../mutant.ts';

/** A target. */
export const TARGET = [
  ...mutantsOf('At most one post of a target is ever live', [
    [
      'the journal accepts a second public write',
      'apps/server/src/db/migrations/20261127T1301_publishing.ts',
      'create unique index one_public_write',
      'create index one_public_write',
      'apps/server/test/db/schema.test.ts',
    ],
    [
      'a run whose lease is over records an intent',
      'apps/server/src/publishing/write-intents.table.ts',
      '               and t.lease_expires_at > clock_timestamp()\n             returning t.id, t.lease_token',
      '             returning t.id, t.lease_token',
      'apps/server/test/publishing/simulation/model-agrees-with-postgres.test.ts',
    ],
    [
      'a run that was overtaken records an intent',
      'apps/server/src/publishing/write-intents.table.ts',
      'and t.lease_token = a.token\n               and case when t.done',
      'and case when t.done',
      'apps/server/test/publishing/simulation/model-agrees-with-postgres.test.ts',
    ],
    [
      'a call that was written when its connection broke counts as not sent, and is sent twice',
      'packages/networks/adapter/src/dispatch-call.ts',
      'sent: connection !== undefined, reason',
      "sent: connection !== undefined && reason !== 'broken', reason",
      'packages/networks/adapter/test/call-outcome.test.ts',
    ],
    [
      'a target that is being run is claimed',
      'apps/server/src/publishing/choose-due.table.ts',
      'not t.done and ${FREE} and ${claims}',
      'not t.done and ${claims}',
      'apps/server/test/publishing/recovery/claim-due.test.ts',
    ],
    [
      'a claim gets no new fencing token',
      'apps/server/src/publishing/due-targets.table.ts',
      'set lease_token = t.lease_token + 1, lease_owner = $1',
      'set lease_owner = $1',
      'apps/server/test/publishing/recovery/claim-due.test.ts',
    ],
  ]),
  ...mutantsOf('`published` means that the post is live', [
    [
      'a lost answer is a refusal',
      'apps/server/src/writes/try-write.ts',
      "error instanceof NetworkError && error.outcome !== 'unknown'",
      'error instanceof NetworkError',
      'apps/server/test/publishing/executor/answer-lost.test.ts',
    ],
    [
      'a post that waits for review counts as published',
      'packages/hubs/wordpress/src/publish.ts',
      "if (status === 'publish') return {",
      'if (read.success) return {',
      'packages/hubs/wordpress/test/publish.test.ts',
    ],
  ]),
  ...mutantsOf('A target ends as `outcome_unknown` only if', [
    [
      'a refused read leaves a publish in doubt',
      'packages/networks/adapter/src/to-network-error.ts',
      "if (effect !== 'public') return 'rejected';",
      '',
      'packages/networks/adapter/test/to-network-error.test.ts',
    ],
  ]),
  ...mutantsOf('When the executor finds a post by its text', [
    [
      "another target's post is taken for one's own",
      'apps/server/src/writes/settle-doubt.ts',
      'platformPostId === null || !(await run.journal.belongsToAnother(write, platformPostId))',
      'platformPostId === null || platformPostId',
      'apps/server/test/publishing/executor/twins.test.ts',
    ],
    [
      'a post from before the attempt is found',
      'packages/networks/x/src/reconcile-publish.ts',
      'if (!(createdAt >= intendedAt - CLOCK_TOLERANCE_MS)) return false;',
      '',
      'packages/networks/x/test/reconcile.test.ts',
    ],
  ]),
  ...mutantsOf('After a lost answer the executor reads back', [
    [
      'a write is sent again without end',
      'apps/server/src/writes/settle-doubt.ts',
      "verdict.state === 'undecided' || write.sends >= MAX_SENDS",
      "verdict.state === 'undecided'",
      'apps/server/test/publishing/executor',
    ],
  ]),
  ...mutantsOf('A settled target never changes its status', [
    [
      'a settled target is published again in the books',
      'apps/server/src/publishing/settled-targets.table.ts',
      "t.id = e.target_id and t.status = 'pending'",
      't.id = e.target_id',
      'apps/server/test/publishing/recovery/settled-never-changes.test.ts',
    ],
  ]),
  ...mutantsOf('Each post of a chain, and each comment', [
    [
      'the later posts of a chain are sent at once',
      'apps/server/src/publishing/follow-ups.table.ts',
      'n.follow_up_index = coalesce(t.follow_up_index, 0) + 1 end',
      'n.follow_up_index > coalesce(t.follow_up_index, 0) end',
      'apps/server/test/posts/thread/published.test.ts',
    ],
  ]),
  ...mutantsOf('No target is pending forever', [
    [
      'a target whose run ended is claimed no more',
      'apps/server/src/publishing/choose-due.table.ts',
      'limit ${MOST_CLAIMED}) held',
      'limit ${MOST_CLAIMED}) held where false',
      'apps/server/test/publishing/recovery/claim-due.test.ts',
    ],
  ]),
];
