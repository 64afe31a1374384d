import { randomBytes } from 'node:crypto';
import { contract } from '@fanfare/contract';
import {
  type Credential,
  type Http,
  type MediaSource,
  NetworkError,
  type NetworkErrorFacts,
  type OAuthAdapter,
  Secret,
} from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import { afterAll, beforeAll } from 'vitest';
import { upsertAccount } from '../../../src/accounts/accounts.table.ts';
import type { OpenCredential } from '../../../src/accounts/credentials/open-credential.ts';
import { type DatabasePool, openDatabase } from '../../../src/db/database.ts';
import { recordPost } from '../../../src/posts/record-posts.table.ts';
import { ids } from '../../../src/process/ids.ts';
import { createLogger } from '../../../src/process/log/log.ts';
import { createBulkheads } from '../../../src/publishing/bulkheads.ts';
import { noCheckpoint } from '../../../src/publishing/checkpoint.ts';
import { publishTarget } from '../../../src/publishing/publish-target.ts';
import { postgresStore } from '../../../src/publishing/target-store.ts';
import { findTarget, type Lease, type TargetRow } from '../../../src/publishing/targets.table.ts';
import { sealAdapter } from '../../../src/writes/seal-adapter.ts';
import { createTestClock, type TestClock } from '../../test-clock.ts';
import { createTestDatabase } from '../../test-database.ts';
import { type Script, type Seen, scriptNetwork } from './scripted-network.ts';

const LEASE_SECONDS = 60;
/** Concurrent writes per account; the others wait. */
export const WRITES_PER_ACCOUNT = 4;
export const UNITS = 65;

const PERIOD = new Date('2026-11-01T00:00:00Z');
const draft: Draft = { content: 'Hello', media: [], firstComment: null, aiGenerated: false, spaceSlug: null };
const credential = (token: string): Credential => ({
  accessToken: new Secret(token),
  refreshToken: null,
  expiresAt: null,
  refreshExpiresAt: null,
  scopes: [],
});

export const opened = (token: string) =>
  ({
    state: 'open',
    credential: credential(token),
    account: { platformUserId: '1', username: 'ada', otherIds: [] },
  }) as const;

type RunOptions = {
  /** With it, the target is one of a scheduled post. */
  readonly onAnswered?: () => void;
  readonly draft?: Partial<Draft>;
  readonly deadlineMs?: number;
  readonly openCredential?: OpenCredential;
  /** Stands for a run of another process that holds the target with this token. */
  readonly token?: number;
  /** Aborted when its process is to stop. */
  readonly stopping?: AbortSignal;
};

export type Rows = {
  readonly target: TargetRow | null;
  readonly intents: {
    kind: string;
    ordinal: number;
    state: string;
    handle: string | null;
    remote_id: string | null;
    sends: number;
    detail: string | null;
  }[];
  readonly reservations: { kind: string; units: number; state: string }[];
  readonly ledger: { subject: string; kind: string; units: number }[];
  readonly counter: { used: number; reserved: number };
};

export type Executor = {
  readonly db: DatabasePool;
  readonly clock: TestClock;
  readonly log: () => string;
  /**
   * A recorded and claimed target in its own project, with 65 units reserved for it, and one for
   * its first comment.
   */
  claim(firstComment?: string): Promise<TargetRow>;
  /** A target of another post of the same account, with one unit reserved. */
  claimBeside(target: TargetRow, content: string): Promise<TargetRow>;
  run(target: TargetRow, script: Script, options?: RunOptions): Promise<{ row: TargetRow; seen: Seen }>;
  rows(target: TargetRow): Promise<Rows>;
  /** Another process takes the target over. */
  overtake(target: TargetRow): Promise<number>;
};

/** The executor on a real database, with scripted networks. */
export function useExecutor(): Executor {
  const clock = createTestClock();
  const lines: string[] = [];
  const log = createLogger('debug', (line) => lines.push(line));
  let db: DatabasePool;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await createTestDatabase();
    db = openDatabase({ url: database.url, maxConnections: 10, onError: () => undefined });
    drop = database.drop;
  });
  afterAll(async () => {
    await db.close();
    await drop();
  });
  const bulkheads = createBulkheads({
    targetsInFlight: 100,
    publishesInFlightPerProject: 100,
    writesInFlightPerAccount: WRITES_PER_ACCOUNT,
  });

  /** A post of one target, claimed by this process. */
  const record = async (post: {
    projectId: string;
    accountId: string;
    content: string;
    units: number;
    firstComment: string | null;
  }) => {
    const { projectId, accountId, content, units, firstComment } = post;
    const commentUnits = firstComment === null ? 0 : 1;
    const recorded = await recordPost(db, {
      projectId,
      id: ids.uuid(),
      idempotencyKey: ids.uuid(),
      bodySha256: randomBytes(32),
      content,
      media: [],
      targets: [
        {
          id: ids.uuid(),
          accountId,
          platform: 'x',
          content: null,
          media: null,
          firstComment,
          aiGenerated: false,
          spaceSlug: null,
          commentStatus: 'none',
          publishUnits: units,
          commentUnits,
          budgetSeconds: 120,
        },
      ],
      quota: { periodStart: PERIOD, allowance: 100, overage: false },
      start: { leaseOwner: 'here', leaseSeconds: LEASE_SECONDS },
    });
    if (recorded.state !== 'recorded') throw new Error(recorded.state);
    return recorded.targets[0]!;
  };
  return {
    get db() {
      return db;
    },
    clock,
    log: () => lines.join(''),
    async claim(firstComment) {
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
      return record({
        projectId,
        accountId: account.id,
        content: 'Hello',
        units: UNITS,
        firstComment: firstComment ?? null,
      });
    },
    claimBeside: ({ projectId, accountId }, content) =>
      record({ projectId, accountId, content, units: 1, firstComment: null }),
    async run(target, script, options = {}) {
      const { adapter, seen } = scriptNetwork(script);
      const deps = {
        store: postgresStore({ db, log, leaseSeconds: LEASE_SECONDS }),
        clock,
        ids,
        log,
        checkpoint: noCheckpoint,
        stopping: options.stopping ?? new AbortController().signal,
        observe: {
          published: () => undefined,
          failed: () => undefined,
          unknownOutcome: () => undefined,
          leaseLost: () => undefined,
        },
        renewLease: () => undefined,
        findFollowUps: () => undefined,
        inAccountLane: bulkheads.inAccountLane,
        networks: { ...noNetworks, adapterOf: () => sealAdapter(adapter as OAuthAdapter) },
        http: noHttp,
        openCredential: options.openCredential ?? (async () => opened('token')),
      };
      const row = await publishTarget(deps, {
        target: { ...target, leaseToken: options.token ?? target.leaseToken },
        draft: { ...draft, firstComment: target.firstComment, ...options.draft },
        media: noMedia,
        deadlineMs: options.deadlineMs ?? 60_000,
        scheduled: options.onAnswered !== undefined,
        ...(options.onAnswered && { onAnswered: options.onAnswered }),
      });
      return { row, seen };
    },
    async rows(target) {
      const values = [target.projectId];
      const read = async <Row extends object>(text: string) => (await db.query<Row>({ text, values })).rows;
      return {
        target: await findTarget(db, target.projectId, target.id),
        intents: await read(
          'select kind, ordinal, state, handle, remote_id, sends, detail from write_intents where project_id = $1 order by intended_at',
        ),
        reservations: await read(
          'select kind, units, state from reservations where project_id = $1 order by kind desc',
        ),
        ledger: await read('select subject, kind, units from usage_events where project_id = $1 order by kind desc'),
        counter: (await read<Rows['counter']>('select used, reserved from quota_periods where project_id = $1'))[0]!,
      };
    },
    async overtake(target) {
      const { rows } = await db.query<{ lease_token: number }>({
        text: `update targets set lease_token = lease_token + 1, lease_owner = 'elsewhere', lease_expires_at = now() + interval '60 seconds'
               where project_id = $1 and id = $2 returning lease_token`,
        values: [target.projectId, target.id],
      });
      return rows[0]!.lease_token;
    },
  };
}

export const leaseOf = (target: TargetRow, token = target.leaseToken): Lease => ({
  projectId: target.projectId,
  targetId: target.id,
  token,
});

const noHttp: Http = () => Promise.reject(new Error('this test makes no calls'));
const noMedia: MediaSource = { open: () => Promise.reject(new Error('this test has no media')) };
const noHub = () => Promise.reject(new Error('not part of this test'));
const noNetworks = {
  contract,
  hub: { connectHub: noHub, findHome: noHub, listSpaces: noHub },
  nameOf: (platform: string) => platform,
  platforms: [],
  rulesOf: () => undefined,
  isConfigured: () => true,
  origins: [],
};

/** A network's error, by what it says about the write. */
export function networkError(facts: Partial<NetworkErrorFacts>): NetworkError {
  return new NetworkError({
    code: 'network_unavailable',
    outcome: 'rejected',
    message: 'The network said no.',
    ...facts,
  });
}
