import { createHash, randomBytes } from 'node:crypto';
import { createHttp } from '@fanfare/network';
import { createOpenCredential } from '../../../src/accounts/credentials/open-credential.ts';
import { findCredentialsIn } from '../../../src/accounts/credentials/read-credential.ts';
import { createRenewCredential } from '../../../src/accounts/credentials/renew-credential.ts';
import { readConfig } from '../../../src/config/config.ts';
import { networksFromEnvironment } from '../../../src/config/networks.ts';
import { openDatabase } from '../../../src/db/database.ts';
import { systemClock } from '../../../src/process/clock.ts';
import { createKeyRing } from '../../../src/process/key-ring.ts';
import { createLogger } from '../../../src/process/log/log.ts';
import type { CallerOrder, CallerWord } from './callers.ts';

/**
 * A server's access to credentials in a separate process: real database, real adapter, real HTTP.
 * Opens one for the requested number of callers.
 */
const config = readConfig();
const log = createLogger('silent', () => undefined);
const send = (word: CallerWord): void => void process.send?.(word);
const db = openDatabase({ url: config.databaseUrl, maxConnections: config.databasePool, onError: () => undefined });
const keyRing = createKeyRing({ keys: config.encryptionKeys, randomBytes });
const networks = networksFromEnvironment(config.environment, () => undefined);
const x = networks.adapterOf('x')!;
const adapter: typeof x = {
  ...x,
  connect: {
    ...x.connect!,
    refresh(io, credential) {
      send({ type: 'asking' });
      return x.connect!.refresh!(io, credential);
    },
  },
};
const deps = {
  db,
  findCredential: findCredentialsIn(db),
  keyRing,
  log,
  randomBytes,
  clock: systemClock,
  networks: { ...networks, adapterOf: () => adapter },
  http: createHttp({ egress: { allowedHosts: [], trustedOrigins: networks.origins } }),
  observe: { renewal: () => undefined },
  // A lease of a killed process ends within seconds here, to keep a round short.
  timings: { askMs: 6_000, leaseMs: 9_000, lookEveryMs: 50 },
};
const openCredential = createOpenCredential({ ...deps, renewCredential: createRenewCredential(deps) });

process.on('message', (order: CallerOrder) => {
  const calls = Array.from({ length: order.callers }, async () => {
    const opened = await openCredential(order.owner, { reject: null });
    if (opened.state !== 'open') return opened.state;
    return createHash('sha256').update(opened.credential.accessToken.reveal()).digest('hex');
  });
  void Promise.all(calls).then((answers) => send({ type: 'answers', answers }));
});
process.on('disconnect', () => process.exit(0));
send({ type: 'ready' });
