import type { Clock, Credential, Http } from '@fanfare/network';
import type { Networks } from '../../config/networks.ts';
import type { DatabasePool } from '../../db/database.ts';
import type { Logger } from '../../process/log/log.ts';
import { setSubscription } from '../accounts.table.ts';
import type { FoundCredential } from './read-credential.ts';

const ASK_MS = 5_000;

type Deps = {
  readonly db: DatabasePool;
  readonly networks: Networks;
  readonly http: Http;
  readonly clock: Clock;
  readonly log: Logger;
};

/**
 * Reads the paid plan of an account again with its new credential, where rules depend on one
 * (docs/adr/0076). Nobody waits for it long, and a failure changes nothing.
 */
export async function refreshSubscription(
  { db, networks, http, clock, log }: Deps,
  { account, owner }: Pick<FoundCredential, 'account' | 'owner'>,
  credential: Credential,
): Promise<void> {
  const read = networks.adapterOf(account.platform)?.connect?.subscription;
  if (!read) return;
  try {
    const subscription = await read({ http, clock, signal: AbortSignal.timeout(ASK_MS) }, credential);
    await setSubscription(db, owner, subscription ?? null);
  } catch (err) {
    log.warn({ ...owner, platform: account.platform, err }, 'the paid plan of an account could not be read');
  }
}
