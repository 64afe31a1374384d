import { randomBytes, randomUUID } from 'node:crypto';
import {
  type Credential,
  type NetworkAdapter,
  NetworkError,
  type NetworkIo,
  type OAuthAdapter,
  Secret,
} from '@fanfare/network';
import { xRules } from '@fanfare/network-x';
import { afterAll, beforeAll } from 'vitest';
import { upsertAccount } from '../../../src/accounts/accounts.table.ts';
import { createOpenCredential } from '../../../src/accounts/credentials/open-credential.ts';
import type { OpenedCredential, Owner } from '../../../src/accounts/credentials/read-credential.ts';
import { findCredentialsIn } from '../../../src/accounts/credentials/read-credential.ts';
import { createRenewCredential, type RenewalTimings } from '../../../src/accounts/credentials/renew-credential.ts';
import { storeCredential } from '../../../src/accounts/credentials/store-credential.ts';
import { createNetworks } from '../../../src/config/networks.ts';
import { type DatabasePool, openDatabase } from '../../../src/db/database.ts';
import { createKeyRing } from '../../../src/process/key-ring.ts';
import { createLogger } from '../../../src/process/log/log.ts';
import { type CuttingProxy, startCuttingProxy } from '../../chaos/cutting-proxy.ts';
import { createTestClock, type TestClock } from '../../test-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../test-database.ts';

const HOUR_MS = 3_600_000;

/**
 * A network with single-use refresh tokens. `answer` decides the next renewal's result, after the
 * token is spent.
 */
export type SingleUseNetwork = {
  readonly spentTokens: string[];
  /** The current number of concurrent renewals, and the maximum. */
  readonly inFlight: { now: number; most: number };
  answer: (granted: Credential) => Promise<Credential>;
  refresh(credential: Credential, io: Pick<NetworkIo, 'signal'>): Promise<Credential>;
  issue(): Credential;
};

function createSingleUseNetwork(clock: TestClock): SingleUseNetwork {
  const living = new Set<string>();
  const network: SingleUseNetwork = {
    spentTokens: [],
    inFlight: { now: 0, most: 0 },
    answer: async (granted) => granted,
    issue() {
      const [access, refresh] = [randomUUID(), randomUUID()];
      living.add(refresh);
      return {
        accessToken: new Secret(access),
        refreshToken: new Secret(refresh),
        refreshExpiresAt: null,
        expiresAt: clock.now() + 2 * HOUR_MS,
        scopes: ['write'],
      };
    },
    async refresh(credential) {
      const token = credential.refreshToken!.reveal();
      network.spentTokens.push(token);
      network.inFlight.most = Math.max(network.inFlight.most, ++network.inFlight.now);
      try {
        if (!living.delete(token)) throw refusal();
        return await network.answer(network.issue());
      } finally {
        network.inFlight.now--;
      }
    },
  };
  return network;
}

export const refusal = () =>
  new NetworkError({ code: 'credential_rejected', outcome: 'rejected', message: 'Refused.', credential: 'expired' });
export const noAnswer = () => new NetworkError({ code: 'network_unavailable', outcome: 'unknown', message: 'Lost.' });
export const unreachable = () =>
  new NetworkError({ code: 'network_unavailable', outcome: 'not_sent', message: 'Unreachable.' });

export type Opener = {
  /** `renewed`: the refused credential is already the result of a renewal. */
  open(owner: Owner, refused?: Credential, how?: { readonly renewed?: boolean }): Promise<OpenedCredential>;
  refreshInBackground(owner: Owner): Promise<unknown>;
  readonly outcomes: string[];
  /** Names of the statements sent outside transactions; `…` for unnamed ones. */
  readonly statements: string[];
};

/** Does what a server does with credentials, on a real database, any number of times. */
export function useRenewal(options: Pick<NetworkAdapter, 'checkCredential'> = {}) {
  const clock = createTestClock();
  const keyRing = createKeyRing({ keys: [{ id: 'k1', key: randomBytes(32) }], randomBytes });
  const network = createSingleUseNetwork(clock);
  let database: TestDatabase;
  let db: DatabasePool;
  let proxy: CuttingProxy;
  const pools: DatabasePool[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    db = openDatabase({ url: database.url, maxConnections: 3, onError: () => undefined });
    proxy = await startCuttingProxy(Number(new URL(database.url).port));
  });
  afterAll(async () => {
    await Promise.all([db, ...pools].map((pool) => pool.close()));
    await proxy.close();
    await database.drop();
  });

  const storing = { keyRing, clock, randomBytes };
  const adapter = {
    rules: xRules,
    platform: 'x',
    // Nothing is written here.
    publish: {},
    connect: { refresh: (io: NetworkIo, credential: Credential) => network.refresh(credential, io) },
    ...(options.checkCredential && { checkCredential: options.checkCredential }),
  };
  return {
    clock,
    network,
    storing,
    db: () => db,
    proxy: () => proxy,
    /** The database's real address. */
    port: () => Number(new URL(database.url).port),
    /** A new account with an expired credential; `grantId` makes it a copy. */
    async account(options: { project?: string; grantId?: string; credential?: Credential } = {}): Promise<Owner> {
      const [projectId, accountId] = [options.project ?? randomUUID(), randomUUID()];
      await db.transaction(async (tx) => {
        await upsertAccount(tx, {
          projectId,
          id: accountId,
          platform: 'x',
          profileId: null,
          platformUserId: accountId,
          username: 'ada',
          hub: null,
        });
        const credential = options.credential ?? { ...network.issue(), expiresAt: clock.now() - HOUR_MS };
        await storeCredential(
          storing,
          tx,
          { projectId, accountId },
          { credential, grantId: options.grantId ?? randomUUID() },
        );
      });
      return { projectId, accountId };
    },
    /**
     * One server: its own pool, its own map of running renewals. Through the relay where the test
     * cuts connections.
     */
    server(options: { connections?: number; timings?: Partial<RenewalTimings>; relayed?: boolean } = {}): Opener {
      const url = new URL(database.url);
      if (options.relayed) url.port = String(proxy.port);
      const pool = openDatabase({ url: url.href, maxConnections: options.connections ?? 5, onError: () => undefined });
      pools.push(pool);
      const outcomes: string[] = [];
      const statements: string[] = [];
      const db = {
        ...pool,
        query: ((statement) => {
          statements.push(statement.name ?? '…');
          return pool.query(statement);
        }) satisfies DatabasePool['query'] as DatabasePool['query'],
      };
      const deps = {
        ...storing,
        db,
        findCredential: findCredentialsIn(db),
        networks: createNetworks([
          { name: 'X', adapter: adapter as unknown as OAuthAdapter, configured: true, origins: [] },
        ]),
        http: () => Promise.reject(new Error('There is no wire here.')),
        log: createLogger('silent', () => undefined),
        observe: { renewal: (_platform: string, outcome: string) => void outcomes.push(outcome) },
        timings: { askMs: 200_000, leaseMs: 300_000, lookEveryMs: 20, ...options.timings },
      };
      const renewCredential = createRenewCredential(deps);
      const openCredential = createOpenCredential({ ...deps, renewCredential });
      return {
        open: (owner, refused, { renewed = false } = {}) =>
          openCredential(owner, { reject: refused ? { credential: refused, as: 'expired', renewed } : null }),
        refreshInBackground: (owner) => renewCredential(owner, { for: 'background', reject: null }),
        outcomes,
        statements,
      };
    },
    async read(owner: Owner) {
      const { rows } = await db.query<Record<string, unknown>>({
        text: `select a.status, a.status_reason as reason, c.version, c.renewal_failures as failures, c.renewal_in_doubt as doubt,
                 c.renewal_until is not null as leased, c.renew_at is not null as kept
               from accounts a left join credentials c on c.account_id = a.id where a.id = $1`,
        values: [owner.accountId],
      });
      return rows[0]!;
    },
  };
}
