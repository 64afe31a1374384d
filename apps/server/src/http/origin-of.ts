import { isIPv6 } from 'node:net';

/** All addresses of this machine. None of them can be opened. */
const ANY = ['0.0.0.0', '::'];

/** Where a browser on this machine opens a server that listens there. */
export function originOf(host: string, port: number): string {
  if (ANY.includes(host)) return `http://localhost:${port}`;
  // URLs have no place for the name of an interface, as in fe80::1%eth0.
  return isIPv6(host) ? `http://[${host.replace(/%.*$/, '')}]:${port}` : `http://${host}:${port}`;
}
