import { tmpdir } from 'node:os';
import type { Clock } from '@fanfare/network';
import type { Config } from '../../config/config.ts';
import { SETTING_NAMES } from '../../config/environment.ts';
import { originsInUse } from '../../config/networks.ts';
import { openDatabase } from '../../db/database.ts';
import { hostsOf } from '../../db/database-hosts.ts';
import { createKeyRing } from '../../process/key-ring.ts';
import { checkAddress } from './check-address.ts';
import { checkBucket } from './check-bucket.ts';
import { checkClock } from './check-clock.ts';
import { checkConversion } from './check-conversion.ts';
import { checkDatabase } from './check-database.ts';
import { checkDisk } from './check-disk.ts';
import { checkEgress } from './check-egress.ts';
import { checkHosts } from './check-hosts.ts';
import { checkJobs } from './check-jobs.ts';
import { checkKeys } from './check-keys.ts';
import { checkMail } from './check-mail.ts';
import { checkMoves } from './check-moves.ts';
import { checkNetworks } from './check-networks.ts';
import { checkOAuth } from './check-oauth.ts';
import { checkSchema } from './check-schema.ts';
import { checkSettings } from './check-settings.ts';
import { checkStandbys } from './check-standbys.ts';
import { type Check, type Finding, skipped } from './finding.ts';

type Deps = {
  readonly config: Config;
  readonly processClock: Pick<Clock, 'now' | 'sleep'>;
  readonly randomBytes: (bytes: number) => Buffer;
};

/** Runs all checks in a fixed order. Stores nothing and sends nothing that others see. */
export async function examine(deps: Deps): Promise<readonly Finding[]> {
  const { config } = deps;
  const [stored, ...others] = await Promise.all([
    examineDatabase(deps),
    checkNetworks(config.environment),
    checkAddress(config),
    checkOAuth(config),
    checkMail(config.smtp),
    checkEgress(originsInUse(config.environment), config.settings),
    checkDisk({ folder: tmpdir(), mediaSpoolBytes: config.mediaSpoolBytes }),
    checkBucket({
      s3: config.mediaS3,
      baseUrl: config.baseUrl,
      randomBytes: deps.randomBytes,
      clock: deps.processClock,
    }),
    checkConversion({ hostsFiles: config.mediaFolder !== null || config.mediaS3 !== null }),
  ]);
  return [checkSettings({ settings: config.settings, known: SETTING_NAMES }), ...stored, ...others.flat()];
}

async function examineDatabase({ config, processClock, randomBytes }: Deps): Promise<readonly Finding[]> {
  const { databaseUrl, databasePool } = config;
  const db = openDatabase({ url: databaseUrl, maxConnections: 2, onError: () => undefined });
  try {
    const [answer, ...details] = await checkDatabase({ db, databaseUrl, pool: databasePool });
    const skip = (why: string, ...checks: Check[]) => checks.map((check) => skipped(check, why));
    const hosts = await checkHosts(databaseUrl);
    if (details.length === 0)
      return [
        answer,
        ...hosts,
        ...skip(
          'The database cannot be used.',
          'schema',
          'connections',
          'durability',
          'standby',
          'keys',
          'clock',
          'jobs',
          'moves',
        ),
      ];
    const standby = await checkStandbys({ db, hosts: hostsOf(databaseUrl).count });
    const { hasTables, finding: schema } = await checkSchema({ db, databaseUrl });
    const keyRing = createKeyRing({ keys: config.encryptionKeys, randomBytes });
    const [keys, jobs, moves] = hasTables
      ? [await checkKeys({ db, keyRing }), await checkJobs({ db }), await checkMoves({ db })]
      : skip('The schema is not that of this version.', 'keys', 'jobs', 'moves');
    const clock = await checkClock({ db, processClock });
    return [answer, ...hosts, schema, ...details, standby, keys!, clock, jobs!, moves!];
  } finally {
    await db.close();
  }
}
