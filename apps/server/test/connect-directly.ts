import { randomBytes } from 'node:crypto';
import { createHttp, pkceChallenge } from '@fanfare/network';
import { finishConnect } from '../src/accounts/connect/finish-connect.ts';
import { createKeyRing } from '../src/accounts/credentials/key-ring.ts';
import { hashApiKey } from '../src/callers/api-key.ts';
import { findCaller } from '../src/callers/callers.table.ts';
import { openNetworks } from '../src/composition/open-networks.ts';
import type { ServerOptions } from '../src/composition/server-options.ts';
import type { Config } from '../src/config/config.ts';
import type { DatabasePool } from '../src/db/database.ts';
import { systemClock } from '../src/process/clock.ts';
import { ids } from '../src/process/ids.ts';

type Request = {
  readonly apiKey: string;
  readonly platform: 'instagram' | 'threads' | 'x' | 'linkedin';
  readonly profile: string;
};
type Deps = {
  readonly db: DatabasePool;
  readonly config: Config;
  readonly options: ServerOptions;
  readonly baseUrl: string;
};

/**
 * Connects people as the callback of a network does. The pages before it take more work than most
 * tests; `accounts/connect` tests them.
 */
export function openConnect({ db, config, options, baseUrl }: Deps) {
  const { log, clock = systemClock } = options;
  const networks = openNetworks(config, options, () => undefined);
  const http = createHttp({
    egress: { allowedHosts: config.egressAllowedHosts, trustedOrigins: networks.origins },
  });
  const keyRing = createKeyRing({ keys: config.encryptionKeys, randomBytes: ids.secret });
  return {
    /** Returns the id of the account. */
    async connect({ apiKey, platform, profile }: Request): Promise<string> {
      const connect = networks.adapterOf(platform)!.connect!;
      const codeVerifier = connect.pkce ? randomBytes(32).toString('base64url') : null;
      const redirectUri = `${baseUrl}/oauth/${platform}/callback`;
      const codeChallenge = codeVerifier && pkceChallenge(codeVerifier);
      const consent = connect.authorizeUrl({ state: 'of a test', redirectUri, codeChallenge });
      consent.searchParams.set('sandbox_profile', profile);
      consent.searchParams.set('sandbox_decision', 'allow');
      const { headers } = await fetch(consent, { redirect: 'manual' });
      const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
      const { projectId } = (await findCaller(db, hashApiKey(apiKey)))!;
      const unsaved = { id: ids.uuid(), redirectUrl: null, profileId: null, accountId: null, browserSha256: null };
      const attempt = { ...unsaved, projectId, platform, expiresAt: new Date(), consumedAt: null };
      const granted = { code, redirectUri, codeVerifier };
      const result = await finishConnect({ db, ids, http, clock, log, keyRing }, connect, attempt, granted);
      if (!result.ok) throw new Error(`${platform}: connecting ended with ${result.reason}.`);
      return result.accountId;
    },
    close: () => http.close(),
  };
}
