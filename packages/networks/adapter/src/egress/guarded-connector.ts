import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction, connect as openSocket } from 'node:net';
import { buildConnector } from 'undici';
import { allowAddress } from './allow-address.ts';
import { type Egress, isExempt, readAddress } from './egress.ts';
import { resolveName } from './resolve-name.ts';

/** A connection was refused before anything was sent. It names no address: callers may read it. */
export class EgressRefused extends Error {
  override readonly name = 'EgressRefused';

  constructor() {
    super('The address is not on the public internet.');
  }
}

type ConnectorOptions = {
  readonly connectTimeoutMs: number;
  /** For tests of the order of checks. */
  readonly allowAddress?: (address: string) => boolean;
};

/**
 * The connector every outside connection goes through. It checks the address written in the URL
 * (resolvers are not asked for those), then every answer of the resolver, failing if any one is not
 * public, then the peer really reached, before the first byte and before TLS starts. The socket
 * goes to an address that was checked, so a name that answers differently the next time changes
 * nothing.
 */
export function guardedConnector(egress: Egress, options: ConnectorOptions): buildConnector.connector {
  const isPublic = options.allowAddress ?? allowAddress;
  const startTls = buildConnector({ allowH2: false, timeout: options.connectTimeoutMs });

  return (target, callback) => {
    const url = new URL(`${target.protocol}//${target.host ?? target.hostname}`);
    const exempt = isExempt(egress, url);
    const mayConnect = exempt ? () => true : isPublic;
    if (
      readAddress(egress, url, ['http:', 'https:']) === null ||
      (isIP(target.hostname) && !mayConnect(target.hostname))
    ) {
      queueMicrotask(() => callback(new EgressRefused(), null));
      return;
    }

    const socket = openSocket({
      host: target.hostname,
      port: Number(target.port) || (target.protocol === 'https:' ? 443 : 80),
      lookup: checkedLookup(egress.resolve ?? (exempt ? resolveBySystem : byNameServers(egress)), mayConnect),
      noDelay: true,
      keepAlive: true,
    });
    const tooLate = setTimeout(() => socket.destroy(new Error('connect timeout')), options.connectTimeoutMs);
    const onError = (error: Error) => {
      clearTimeout(tooLate);
      callback(error, null);
    };
    socket.once('error', onError);
    socket.once('connect', () => {
      clearTimeout(tooLate);
      if (!mayConnect(socket.remoteAddress ?? '')) {
        socket.destroy(new EgressRefused());
        return;
      }
      socket.removeListener('error', onError);
      if (target.protocol !== 'https:') {
        callback(null, socket);
        return;
      }
      socket.on('error', () => {}); // the TLS socket on top reports it
      startTls({ ...target, httpSocket: socket }, callback);
    });
  };
}

function checkedLookup(
  resolve: NonNullable<Egress['resolve']>,
  mayConnect: (address: string) => boolean,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) callback(noAddress(), []);
        else if (!addresses.every(mayConnect)) callback(new EgressRefused(), []);
        else if (options.all)
          callback(
            null,
            addresses.map((address) => ({ address, family: isIP(address) })),
          );
        else callback(null, first, isIP(first));
      },
      (error: Error) => callback(error, []),
    );
  };
}

/** With the code of the system's resolver. */
const noAddress = (): Error => Object.assign(new Error('The name has no address.'), { code: 'ENOTFOUND' });

const byNameServers =
  ({ nameServers }: Egress) =>
  (hostname: string) =>
    resolveName(hostname, nameServers);

async function resolveBySystem(hostname: string): Promise<readonly string[]> {
  const answers = await lookup(hostname, { all: true });
  return answers.map(({ address }) => address);
}
