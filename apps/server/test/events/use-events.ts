import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { upsertAccount } from '../../src/accounts/accounts.table.ts';
import { type DatabasePool, openDatabase } from '../../src/db/database.ts';
import { relayBatch } from '../../src/events/relay-batch.ts';
import { recordPost } from '../../src/posts/record-posts.table.ts';
import { ids } from '../../src/process/ids.ts';
import { createLogger } from '../../src/process/log/log.ts';
import { signGuard } from '../../src/publishing/restore-guard.table.ts';
import { postgresStore, type TargetStore } from '../../src/publishing/target-store.ts';
import type { Lease, TargetRow } from '../../src/publishing/targets.table.ts';
import { createTestDatabase } from '../test-database.ts';

const PERIOD = new Date('2026-11-01T00:00:00Z');

export type EventTables = {
  readonly db: DatabasePool;
  readonly store: TargetStore;
  readonly log: () => string;
  /** A project with an account. */
  project(): Promise<{ readonly projectId: string; readonly accountId: string }>;
  /** A post of so many targets that this process has claimed. */
  post(
    of: { projectId: string; accountId: string },
    targets: number,
    firstComment?: string,
  ): Promise<readonly TargetRow[]>;
  /** One batch of one relay. */
  relay(): Promise<number>;
  /** Relays until nothing is left. */
  relayAll(): Promise<void>;
  /**
   * The events of a project in the order in which they were made public; those without a place
   * last.
   */
  stored(projectId: string): Promise<readonly StoredEvent[]>;
};

export type StoredEvent = {
  readonly id: string;
  readonly type: string;
  readonly targetId: string | null;
  readonly postId: string | null;
  readonly position: number | null;
  readonly body: string | null;
};

export const leaseOf = ({ projectId, id, leaseToken }: TargetRow): Lease => ({
  ...{ projectId, targetId: id, token: leaseToken },
});

/** Settles a target as published, as its run does after it has called the network. */
export async function settle(
  { store }: EventTables,
  target: TargetRow,
  end: { url?: string | null } = {},
): Promise<void> {
  const lease = leaseOf(target);
  const intentId = ids.uuid();
  const { accountId } = target;
  await store.intend(lease, { accountId, kind: 'publish', id: intentId, ordinal: 0, handle: null });
  const { url = 'https://example.com/1' } = end;
  const settled = { intentId, eventId: ids.uuid(), platformPostId: target.id, url, awaitsUrl: url === null };
  await store.settlePublished(lease, settled);
}

/** Time of a database that nobody has restored. */
export const EPOCH = () => new Date(0);

/** The tables of events and what writes them, without a server. */
export function useEvents(): EventTables {
  const lines: string[] = [];
  const log = createLogger('debug', (line) => lines.push(line));
  let db: DatabasePool;
  let drop: () => Promise<void>;
  let store: TargetStore;
  beforeAll(async () => {
    const database = await createTestDatabase();
    db = openDatabase({ url: database.url, maxConnections: 12, onError: () => undefined });
    drop = database.drop;
    await signGuard(db);
    store = postgresStore({ db, log, leaseSeconds: 600 });
  });
  afterAll(async () => {
    await db.close();
    await drop();
  });
  const relay = async () => (await relayBatch({ db, ids, log, epoch: EPOCH })).publicNow;
  return {
    get db() {
      return db;
    },
    get store() {
      return store;
    },
    log: () => lines.join(''),
    async project() {
      const projectId = ids.uuid();
      const { account } = await upsertAccount(db, {
        ...{
          projectId,
          id: ids.uuid(),
          platform: 'x',
          profileId: null,
          platformUserId: '1',
          username: 'ada',
          hub: null,
        },
      });
      return { projectId, accountId: account.id };
    },
    async post({ projectId, accountId }, count, firstComment) {
      const targets = Array.from({ length: count }, () => ({
        ...{ id: ids.uuid(), accountId, platform: 'x' as const, content: null, media: null, aiGenerated: false },
        ...{ firstComment: firstComment ?? null, spaceSlug: null, commentStatus: 'none' as const, publishUnits: 1 },
        ...{ commentUnits: firstComment === undefined ? 0 : 1, budgetSeconds: 600 },
      }));
      const recorded = await recordPost(db, {
        ...{
          projectId,
          id: ids.uuid(),
          idempotencyKey: ids.uuid(),
          bodySha256: randomBytes(32),
          content: '',
          media: [],
        },
        targets,
        quota: { periodStart: PERIOD, allowance: null, overage: true },
        start: { leaseOwner: 'here', leaseSeconds: 600 },
      });
      if (recorded.state !== 'recorded') throw new Error(recorded.state);
      return recorded.targets;
    },
    relay,
    async relayAll() {
      while ((await relay()) > 0);
    },
    async stored(projectId) {
      const { rows } = await db.query<StoredEvent>({
        text: `select id, type, target_id as "targetId", post_id as "postId", position, body from events
               where project_id = $1 and type not like 'account.%' order by position, id`,
        values: [projectId],
      });
      return rows;
    },
  };
}
