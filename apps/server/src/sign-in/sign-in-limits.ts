import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Database } from '../db/database.ts';
import { takeRateLimit } from '../http/rate-limits.table.ts';

/** Ten minutes' worth may come at once. */
const BURST_SECONDS = 600;
/** Mails to one address: five in ten minutes. */
const PER_ADDRESS = { name: 'sign-in-address', perMinute: 0.5, burstSeconds: BURST_SECONDS };
/** Attempts of one client: sixty in ten minutes, because an office shares an address. */
const PER_CLIENT = { name: 'sign-in-client', perMinute: 6, burstSeconds: BURST_SECONDS };

export type SignInLimits = {
  /** Seconds until an attempt of this client is taken; 0 when it was. */
  takeClient(ip: string): Promise<number>;
  /** Seconds until a mail to this address is taken; 0 when it was. */
  takeAddress(email: string): Promise<number>;
};

export function createSignInLimits({ db }: { readonly db: Database }): SignInLimits {
  const take = async (limit: typeof PER_ADDRESS, subject: string): Promise<number> => {
    const { isAllowed, aheadMs } = await takeRateLimit(db, uuidOf(`${limit.name}:${subject}`), limit);
    const intervalMs = 60_000 / limit.perMinute;
    return isAllowed ? 0 : Math.max(1, Math.ceil((aheadMs + intervalMs - BURST_SECONDS * 1_000) / 1_000));
  };
  return {
    takeClient: (ip) => take(PER_CLIENT, clientOf(ip)),
    takeAddress: (email) => take(PER_ADDRESS, email),
  };
}

/** The counters of the limiter have UUIDs; RFC 9562, 5.8: version 8 is made in the application's own way. */
function uuidOf(subject: string): string {
  const hex = createHash('sha256').update(subject).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A household or a server has a whole /64 of IPv6 (RFC 6177), so that network counts as one client. */
export function clientOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const address = ip.split('%')[0]!;
  if (!isIPv6(address)) return ip;
  const [head = '', tail = ''] = address.split('::');
  const [before, after] = [head, tail].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array<string>(Math.max(0, 8 - before!.length - after!.length)).fill('0');
  return [...before!, ...(address.includes('::') ? zeros : []), ...after!]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
