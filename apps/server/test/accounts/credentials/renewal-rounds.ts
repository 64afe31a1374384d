import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Secret } from '@fanfare/network';
import { startSandbox } from '@fanfare/sandbox';
import { upsertAccount } from '../../../src/accounts/accounts.table.ts';
import type { Owner } from '../../../src/accounts/credentials/read-credential.ts';
import { storeCredential } from '../../../src/accounts/credentials/store-credential.ts';
import { readEncryptionKeys } from '../../../src/config/encryption-keys.ts';
import { type DatabasePool, openDatabase } from '../../../src/db/database.ts';
import { sandboxEnvironment } from '../../../src/operator/dev/sandbox-environment.ts';
import { systemClock } from '../../../src/process/clock.ts';
import { createKeyRing } from '../../../src/process/key-ring.ts';
import { createRandom } from '../../chaos/random.ts';
import { controlSandbox, type SandboxControl } from '../../sandbox-control.ts';
import { startCallers } from './callers.ts';

export const MODES = ['answered', 'lost', 'killed'] as const;
/**
 * `answered`: no fault. `lost`: the network renews and its reply is lost. `killed`: a process is
 * killed during its call.
 */
export type Mode = (typeof MODES)[number];

export type Round = {
  readonly callers: number;
  /** The network's requests: the status of each answer, null for a lost one. */
  readonly networkStatuses: readonly (number | null)[];
  /** Results of the callers, counted; callers of a killed process have none. */
  readonly got: { readonly open: number; readonly notActive: number; readonly unavailable: number };
  /** Different access tokens among the results. */
  readonly tokens: number;
  /** The network's requests when the same number of callers came again afterwards. */
  readonly networkStatusesAgain: readonly (number | null)[];
  readonly account: string;
  /** Another account of the same project, which no caller opened. */
  readonly otherAccount: string;
};

type Options = {
  readonly databaseUrl: string;
  /** One round of each, in this order. */
  readonly modes: readonly Mode[];
  readonly seed: number;
  readonly processes?: number;
  /** Over all processes. */
  readonly callers?: number;
};

const HELD_MS = 250;

/**
 * Rounds of many callers in several processes who need one renewal concurrently, with single-use
 * refresh tokens, against the sandbox's X.
 */
export async function runRounds(options: Options): Promise<readonly Round[]> {
  const { modes, processes = 3, callers: total = 300 } = options;
  const random = createRandom(options.seed);
  const encryptionKeys = `k1:${randomBytes(32).toString('base64')}`;
  const sandbox = await startSandbox({ port: 0 });
  const network = controlSandbox(sandbox.url);
  const db = openDatabase({ url: options.databaseUrl, maxConnections: 2, onError: () => undefined });
  const callers = await startCallers(processes, {
    ...sandboxEnvironment(sandbox.url),
    DATABASE_URL: options.databaseUrl,
    DATABASE_POOL: '5',
    ENCRYPTION_KEYS: encryptionKeys,
  });
  const rounds: Round[] = [];
  try {
    for (const mode of modes) {
      await callers.ready();
      const projectId = randomUUID();
      const [owner, otherAccount] = [
        await connect({ db, network, encryptionKeys }, projectId),
        await connect({ db, network, encryptionKeys }, projectId),
      ];
      const before = await lastCall(network);
      if (mode === 'lost') await network.control('x', 'drop-refresh-reply', { times: 1 });
      if (mode === 'killed') {
        // The network renews at once and answers a moment later, so that a kill can happen before,
        // between and after.
        await network.fail({ network: 'x', path: 'oauth2/token$', action: 'delay_after', delayMs: HELD_MS, times: 10 });
        const victim = random.whole(0, 2) === 0 ? Promise.resolve(random.whole(0, processes - 1)) : callers.calling();
        const afterMs = random.whole(0, HELD_MS + 100);
        void victim.then((index) => sleep(afterMs).then(() => callers.kill(index)));
      }
      const answers = (await callers.open(owner, total / processes)).flatMap((each) => each ?? []);
      const networkStatuses = await callsSince(network, before);
      await callers.ready();
      const between = await lastCall(network);
      const repeated = (await callers.open(owner, total / processes)).flatMap((each) => each ?? []);
      await network.removeFaults();
      const tokens = [...answers, ...repeated].filter((answer) => answer.length === 64);
      rounds.push({
        callers: total,
        networkStatuses,
        got: {
          open: answers.filter((answer) => answer.length === 64).length,
          notActive: answers.filter((answer) => answer === 'not_active').length,
          unavailable: answers.filter((answer) => answer === 'unavailable').length,
        },
        tokens: new Set(tokens).size,
        networkStatusesAgain: await callsSince(network, between),
        account: await statusOf(db, owner),
        otherAccount: await statusOf(db, otherAccount),
      });
    }
  } finally {
    await callers.close();
    await Promise.all([db.close(), sandbox.close()]);
  }
  return rounds;
}

type Deps = { readonly db: DatabasePool; readonly network: SandboxControl; readonly encryptionKeys: string };

/** A new account on the sandbox's X with an expired access token. */
async function connect({ db, network, encryptionKeys }: Deps, projectId: string): Promise<Owner> {
  const username = `p_${randomBytes(6).toString('hex')}`;
  await network.addProfile('x', { username, name: username });
  const issued = (await network.control('x', 'issue-token', { username })) as Record<string, string>;
  const keys = readEncryptionKeys(encryptionKeys);
  if ('problem' in keys) throw new Error(keys.problem);
  const keyRing = createKeyRing({ keys: keys.keys, randomBytes });
  const accountId = randomUUID();
  const credential = {
    accessToken: new Secret(issued.accessToken!),
    refreshToken: new Secret(issued.refreshToken!),
    refreshExpiresAt: null,
    expiresAt: Date.now() - 1_000,
    scopes: [],
  };
  await db.transaction(async (tx) => {
    await upsertAccount(tx, {
      projectId,
      id: accountId,
      platform: 'x',
      profileId: null,
      platformUserId: issued.id!,
      username,
      hub: null,
    });
    const storing = { keyRing, clock: systemClock, randomBytes };
    await storeCredential(storing, tx, { projectId, accountId }, { credential, grantId: randomUUID() });
  });
  return { projectId, accountId };
}

async function statusOf(db: DatabasePool, owner: Owner): Promise<string> {
  const { rows } = await db.query<{ status: string; reason: string | null }>({
    text: 'select status, status_reason as reason from accounts where project_id = $1 and id = $2',
    values: [owner.projectId, owner.accountId],
  });
  return [rows[0]!.status, rows[0]!.reason].filter((part) => part !== null).join(': ');
}

const tokenCalls = async (network: SandboxControl) =>
  (await network.requests('x')).filter(({ path }) => path.endsWith('/oauth2/token'));
const lastCall = async (network: SandboxControl): Promise<number> => (await tokenCalls(network)).at(-1)?.id ?? 0;
const callsSince = async (network: SandboxControl, id: number) =>
  (await tokenCalls(network)).filter((call) => call.id > id).map(({ status }) => status);
