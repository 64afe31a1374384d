import { isIPv6 } from 'node:net';

/** All addresses of this machine. Browsers cannot open them. */
const ANY = ['0.0.0.0', '::'];

/** Address of a local server for a browser on this machine. */
export function originOf(host: string, port: number): string {
  if (ANY.includes(host)) return `http://localhost:${port}`;
  // URLs have no interface names, as in fe80::1%eth0.
  return isIPv6(host) ? `http://[${host.replace(/%.*$/, '')}]:${port}` : `http://${host}:${port}`;
}
