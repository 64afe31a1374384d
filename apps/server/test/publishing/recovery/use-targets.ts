import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { upsertAccount } from '../../../src/accounts/accounts.table.ts';
import { type DatabasePool, openDatabase } from '../../../src/db/database.ts';
import { recordPost } from '../../../src/posts/record-posts.table.ts';
import { ids } from '../../../src/process/ids.ts';
import { errorDetail } from '../../../src/publishing/error-detail.ts';
import type { Lease, TargetRow } from '../../../src/publishing/targets.table.ts';
import { intend } from '../../../src/publishing/write-intents.table.ts';
import { createTestDatabase } from '../../test-database.ts';

export const UNITS = 65;
const PERIOD = new Date('2026-11-01T00:00:00Z');

export const ERRORS = {
  doubt: errorDetail('outcome_unknown'),
  lost: errorDetail('worker_lost'),
  missed: errorDetail('schedule_missed'),
};

export type Targets = {
  readonly db: DatabasePool;
  readonly url: string;
  /**
   * A target of its own post in its own project: due at a time, or leased like one that is
   * published at once.
   */
  record(start?: { publishAt: Date }, firstComment?: string): Promise<TargetRow>;
  /** Sets columns of a target with SQL, as in `run_at = now() - interval '1 h'`. */
  set(target: TargetRow, columns: string): Promise<void>;
  /** An intent of a target under its current lease. */
  intend(
    target: TargetRow,
    kind: 'publish' | 'container' | 'comment',
    state?: 'unknown' | 'accepted' | 'rejected',
  ): Promise<string>;
  /** Columns of a target as SQL expressions. */
  read<Row extends object>(target: TargetRow, columns: string): Promise<Row>;
  /** The whole row, for comparison. */
  whole(target: TargetRow): Promise<unknown>;
  /** Reads what is reserved, billed and counted for it. */
  quota(target: TargetRow): Promise<unknown>;
  /** Deletes every target, so that a statement affects only those of one test. */
  clear(): Promise<void>;
};

/** Target rows on a real database, without a runner. */
export function useTargets(): Targets {
  let db: DatabasePool;
  let url = '';
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await createTestDatabase();
    db = openDatabase({ url: database.url, maxConnections: 6, onError: () => undefined });
    ({ url, drop } = database);
  });
  afterAll(async () => {
    await db.close();
    await drop();
  });
  const one = async <Row extends object>(text: string, values: unknown[]): Promise<Row> =>
    (await db.query<Row>({ text, values })).rows[0]!;
  return {
    get db() {
      return db;
    },
    get url() {
      return url;
    },
    async record(start, firstComment) {
      const commentUnits = firstComment === undefined ? 0 : 1;
      const projectId = ids.uuid();
      const { account } = await upsertAccount(db, {
        projectId,
        id: ids.uuid(),
        platform: 'x',
        profileId: null,
        platformUserId: '1',
        username: 'ada',
        hub: null,
      });
      const recorded = await recordPost(db, {
        projectId,
        id: ids.uuid(),
        idempotencyKey: 'k',
        bodySha256: randomBytes(32),
        content: 'Hello',
        media: [],
        targets: [
          {
            id: ids.uuid(),
            accountId: account.id,
            platform: 'x',
            content: null,
            media: null,
            firstComment: firstComment ?? null,
            aiGenerated: false,
            spaceSlug: null,
            commentStatus: 'none',
            publishUnits: UNITS,
            commentUnits,
            budgetSeconds: 120,
          },
        ],
        quota: { periodStart: PERIOD, allowance: 100, overage: false },
        start: start ?? { leaseOwner: 'here', leaseSeconds: 60 },
      });
      if (recorded.state !== 'recorded') throw new Error(recorded.state);
      return recorded.targets[0]!;
    },
    async set({ projectId, id }, columns) {
      await db.query({
        text: `update targets set ${columns} where project_id = $1 and id = $2`,
        values: [projectId, id],
      });
    },
    async intend(target, kind, state) {
      const id = ids.uuid();
      const intent = { id, accountId: target.accountId, kind, ordinal: 0, handle: null };
      const [outcome] = await intend(db, [{ ...(await leaseOf(target)), ...intent }], 60);
      if (outcome?.state !== 'intended') throw new Error(outcome?.state);
      if (state) await db.query({ text: 'update write_intents set state = $2 where id = $1', values: [id, state] });
      return id;
    },
    read: ({ projectId, id }, columns) =>
      one(`select ${columns} from targets where project_id = $1 and id = $2`, [projectId, id]),
    whole: ({ projectId, id }) => one('select * from targets where project_id = $1 and id = $2', [projectId, id]),
    quota: ({ projectId }) =>
      one(
        `select q.reserved, q.used, r.state, (select count(*)::int from usage_events where project_id = $1) as ledger
         from quota_periods q join reservations r using (project_id) where q.project_id = $1`,
        [projectId],
      ),
    async clear() {
      await db.query({ text: 'truncate targets cascade' });
    },
  };

  async function leaseOf(target: TargetRow): Promise<Lease> {
    const { lease_token } = await one<{ lease_token: number }>(
      `update targets set lease_expires_at = now() + interval '60 s' where project_id = $1 and id = $2 returning lease_token`,
      [target.projectId, target.id],
    );
    return { projectId: target.projectId, targetId: target.id, token: lease_token };
  }
}

export const leaseWith = (target: TargetRow, token: number): Lease => ({
  projectId: target.projectId,
  targetId: target.id,
  token,
});

export const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1_000);

export const HELD = { reserved: UNITS, used: 0, state: 'held', ledger: 0 };
export const RELEASED = { reserved: 0, used: 0, state: 'released', ledger: 0 };
