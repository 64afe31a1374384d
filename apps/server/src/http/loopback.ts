import { isIPv4 } from 'node:net';

/** Whether a host name or socket address belongs to this machine. */
export function isLoopback(host: string): boolean {
  const address = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/^::ffff:/, '');
  return address === 'localhost' || address === '::1' || (isIPv4(address) && address.startsWith('127.'));
}
