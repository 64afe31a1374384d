import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Azure's host agent (Microsoft, "What is IP address 168.63.129.16?", checked 2026-11). */
const AZURE_HOST_AGENT = '168.63.129.16';

/** IPv6 for public use (IANA IPv6 Global Unicast Address Space, checked 2026-11). */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * Whether an IP address, as a resolver or a socket gives it, is one on the public internet.
 * Everything else is refused: private, loopback, link-local, multicast, reserved, and the ranges
 * that carry an IPv4 address inside (NAT64, 6to4, Teredo). A mapped IPv4 address is judged as that
 * address. Total: what is not an address is refused.
 */
export function allowAddress(address: string): boolean {
  if (isIP(address) === 0) return false; // stricter than ipaddr.js, which also reads octal and short forms
  const parsed = ipaddr.process(address); // mapped IPv4 becomes IPv4
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv6) return parsed.match(GLOBAL_UNICAST);
  return parsed.toString() !== AZURE_HOST_AGENT;
}
