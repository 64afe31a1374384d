import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Database, DatabasePool } from '../../../src/db/database.ts';
import { disconnectAccount } from '../../../src/leaving/disconnect-account.ts';
import { claimReposts, intendRepost } from '../../../src/posts/reposts/reposts.table.ts';
import { systemClock } from '../../../src/process/clock.ts';
import { ids } from '../../../src/process/ids.ts';
import { createKeyRing } from '../../../src/process/key-ring.ts';
import { createLogger } from '../../../src/process/log/log.ts';
import type { TargetRow } from '../../../src/publishing/targets.table.ts';
import { intend, recordResend } from '../../../src/publishing/write-intents.table.ts';
import { until } from '../../until.ts';
import { leaseWith, useTargets } from './use-targets.ts';

const targets = useTargets();
beforeEach(() => targets.clear());

/** These accounts have no credential, so that no network is called to revoke one. */
const NO_NETWORK = {
  networks: { adapterOf: () => undefined },
  http: () => Promise.reject(new Error('There is no network here.')),
  clock: systemClock,
  log: createLogger('silent', () => undefined),
  keyRing: createKeyRing({ keys: [{ id: 'test', key: randomBytes(32) }], randomBytes }),
};

/**
 * A statement that records a public write for the account of a target, right before its first byte;
 * returns its result.
 */
type Write = (db: Database) => Promise<string>;

const post = async (target: TargetRow): Promise<Write> => {
  const { accountId } = target;
  const asked = {
    ...leaseWith(target, 1),
    id: ids.uuid(),
    accountId,
    kind: 'publish',
    ordinal: 0,
    handle: null,
  } as const;
  return async (db) => (await intend(db, [asked], 60))[0]!.state;
};
const containerAgain = async (target: TargetRow): Promise<Write> => {
  const intentId = await targets.intend(target, 'publish', 'unknown');
  return async (db) => {
    const outcome = await recordResend(db, leaseWith(target, 1), { intentId, leaseSeconds: 60 });
    return outcome === 'opened' ? 'intended' : outcome;
  };
};
const repost = async ({ projectId, accountId }: TargetRow): Promise<Write> => {
  const key = { accountId, platformPostId: '1' };
  const attemptId = ids.uuid();
  const quota = { periodStart: new Date('2026-11-01T00:00:00Z'), allowance: 100, overage: false, units: 1 };
  await claimReposts(targets.db, { projectId, attemptId, keys: [key], leaseSeconds: 60, quota });
  return async (db) => (await intendRepost(db, { ...key, projectId, attemptId }, 60)).state;
};

/**
 * `waits` once PostgreSQL shows a statement that waits for a lock, or the result of `answer` if
 * that comes first.
 */
const firstOf = (answer: Promise<unknown>): Promise<unknown> => {
  const waiting = until(async () => {
    const { rowCount } = await targets.db.query({
      text: "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    });
    return rowCount === 1 ? 'waits' : null;
  });
  return Promise.race([answer, waiting]);
};

/** A gate that holds a transaction until it is opened. */
function door() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}

describe.each([
  ['a post', post],
  ['a container that is published again', containerAgain],
  ['a repost', repost],
] as const)('%s is recorded or its account is disconnected, never both', (_, prepare) => {
  test('a disconnect that is about to commit: the write waits for it, and is not made', async () => {
    const target = await targets.record();
    const write = await prepare(target);
    const { open, opened } = door();
    const changed = door();
    const slow: DatabasePool = {
      ...targets.db,
      transaction: (work) =>
        targets.db.transaction(async (tx) => {
          const result = await work(tx);
          changed.open();
          await opened;
          return result;
        }),
    };
    const disconnecting = disconnectAccount({ ...NO_NETWORK, db: slow }, target.projectId, target.accountId);
    await changed.opened;
    const written = write(targets.db);
    expect(await firstOf(written)).toBe('waits');
    open();
    expect([await written, await disconnecting]).toEqual(['account_not_active', true]);
  });

  test('a write that is about to commit: the disconnect waits for it, and is answered once it has arrived', async () => {
    const target = await targets.record();
    const write = await prepare(target);
    const { open, opened } = door();
    const recorded = door();
    const writing = targets.db.transaction(async (tx) => {
      const state = await write(tx);
      recorded.open();
      await opened;
      return state;
    });
    await recorded.opened;
    let looks = 0;
    const query: Database['query'] = (statement) => {
      looks++;
      return targets.db.query(statement);
    };
    const db = { ...targets.db, query };
    const disconnecting = disconnectAccount({ ...NO_NETWORK, db }, target.projectId, target.accountId);
    expect(await firstOf(disconnecting)).toBe('waits');
    open();
    expect(await writing).toBe('intended');
    // It has seen the write in flight, and looks again.
    await until(async () => (looks > 1 ? true : null));
    await targets.db.query({
      text: `update write_intents set state = 'accepted' where project_id = $1`,
      values: [target.projectId],
    });
    await targets.db.query({
      text: `update reposts set state = 'failed', lease_expires_at = null, error = 'x: x' where project_id = $1`,
      values: [target.projectId],
    });
    expect(await disconnecting).toBe(true);
  });
});
