import type { Config } from '../../config/config.ts';
import { SETTING_NAMES } from '../../config/environment.ts';
import { openDatabase } from '../../db/database.ts';
import type { Logger } from '../../process/log/log.ts';
import { addressMissing } from './check-address.ts';
import { judgeConnections } from './check-database.ts';
import { checkNetworks } from './check-networks.ts';
import { checkSettings } from './check-settings.ts';
import type { Finding } from './finding.ts';
import { readServerFacts } from './server-facts.table.ts';

type Deps = { readonly config: Config; readonly log: Logger };

/**
 * Logs each problem and warning of the doctor about the settings of a starting server. Calls nobody
 * outside, and never stops a start.
 */
export async function warnAtStart({ config, log }: Deps): Promise<void> {
  try {
    const findings = [
      checkSettings({ settings: config.settings, known: SETTING_NAMES }),
      ...checkNetworks(config.environment),
      ...(config.baseUrl === null ? [addressMissing] : []),
      await checkConnections(config),
    ];
    for (const { check, state, message, fix } of findings)
      if (state === 'problem' || state === 'warning') log.warn({ check, fix }, message);
  } catch (err) {
    log.warn({ err }, 'the settings could not be examined; run "fanfare doctor"');
  }
}

async function checkConnections({ databaseUrl, databasePool }: Config): Promise<Finding> {
  const db = openDatabase({ url: databaseUrl, maxConnections: 1, onError: () => undefined });
  try {
    return judgeConnections(await readServerFacts(db), databasePool);
  } finally {
    await db.close();
  }
}
