import { isPrivateHost } from '@fanfare/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowAddress } from '../../src/egress/allow-address.ts';

/**
 * An independent list, as first and last address, from the IANA special-purpose and global unicast
 * registries (checked 2026-11).
 */
const REFUSED_IPV4 = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['168.63.129.16', '168.63.129.16'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.31.196.0', '192.31.196.255'],
  ['192.52.193.0', '192.52.193.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['192.175.48.0', '192.175.48.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
] as const;

const REFUSED_IPV6 = [
  ['0000:0000:0000:0000:0000:0000:0000:0000', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:0000:0000:0000:0000:0000:0000:0000', '2001:01ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:0db8:0000:0000:0000:0000:0000:0000', '2001:0db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002:0000:0000:0000:0000:0000:0000:0000', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2620:004f:8000:0000:0000:0000:0000:0000', '2620:004f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['3fff:0000:0000:0000:0000:0000:0000:0000', '3fff:0fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['4000:0000:0000:0000:0000:0000:0000:0000', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
] as const;

const MAPPED_IPV4 = 0xffff_0000_0000n;

const ipv4Number = (text: string) => text.split('.').reduce((sum, octet) => sum * 256n + BigInt(octet), 0n);
const ipv6Number = (text: string) => BigInt(`0x${text.replaceAll(':', '')}`);
const within = (ranges: readonly (readonly [bigint, bigint])[], n: bigint) =>
  ranges.some(([first, last]) => n >= first && n <= last);

const ipv4Ranges = REFUSED_IPV4.map(([first, last]) => [ipv4Number(first), ipv4Number(last)] as const);
const ipv6Ranges = REFUSED_IPV6.map(([first, last]) => [ipv6Number(first), ipv6Number(last)] as const);

const isPublicIpv4 = (n: bigint) => !within(ipv4Ranges, n);
const isPublicIpv6 = (n: bigint) =>
  n >> 32n === MAPPED_IPV4 >> 32n ? isPublicIpv4(n & 0xffff_ffffn) : !within(ipv6Ranges, n);

const writeIpv4 = (n: bigint) => [24n, 16n, 8n, 0n].map((shift) => (n >> shift) & 255n).join('.');
const writeIpv6 = (n: bigint) => (n.toString(16).padStart(32, '0').match(/.{4}/g) ?? []).join(':');

/** Any address, often one at, just inside or just outside the edge of a range. */
function addresses(ranges: readonly (readonly [bigint, bigint])[], max: bigint) {
  const edges = ranges.flatMap(([first, last]) => [first - 1n, first, first + 1n, last - 1n, last, last + 1n]);
  return fc.oneof(
    fc.bigInt({ min: 0n, max }),
    fc.constantFrom(...edges.filter((n) => n >= 0n && n <= max)),
    fc.constantFrom(...ranges).chain(([first, last]) => fc.bigInt({ min: first, max: last })),
  );
}

const ipv4s = addresses(ipv4Ranges, 0xffff_ffffn);
const ipv6s = fc.oneof(
  addresses(ipv6Ranges, 2n ** 128n - 1n),
  fc.bigInt({
    min: ipv6Number('20000000000000000000000000000000'),
    max: ipv6Number('3fffffffffffffffffffffffffffffff'),
  }),
  ipv4s.map((n) => MAPPED_IPV4 + n),
  ipv4s, // ::a.b.c.d, the deprecated compatible form
  ipv4s.map((n) => ipv6Number('0064ff9b000000000000000000000000') + n),
);

describe('an address is allowed exactly when the registries call it public', () => {
  it('IPv4', () => {
    fc.assert(
      fc.property(ipv4s, (n) => {
        expect(allowAddress(writeIpv4(n))).toBe(isPublicIpv4(n));
      }),
      { numRuns: 5_000 },
    );
  });

  it('IPv6', () => {
    fc.assert(
      fc.property(ipv6s, (n) => {
        expect(allowAddress(writeIpv6(n))).toBe(isPublicIpv6(n));
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('the same addresses are allowed in a URL and in a connection', () => {
  it('IPv4', () => {
    fc.assert(
      fc.property(ipv4s, (n) => isPrivateHost(writeIpv4(n)) === !allowAddress(writeIpv4(n))),
      { numRuns: 5_000 },
    );
  });

  it('IPv6', () => {
    fc.assert(
      fc.property(ipv6s, (n) => isPrivateHost(`[${writeIpv6(n)}]`) === !allowAddress(writeIpv6(n))),
      { numRuns: 5_000 },
    );
  });
});

describe('anything but one exact address is refused', () => {
  it.each([
    '',
    'localhost',
    '8.8.8',
    '8.8.8.8.8',
    '010.8.8.8',
    '0x8.8.8.8',
    '134744072',
    '8.8.8.8 ',
    '[2606:4700::1]',
    '2606:4700::/32',
    ':::',
  ])('%j', (address) => {
    expect(allowAddress(address)).toBe(false);
  });

  it('and every string gets an answer', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => allowAddress(text) === false || /[.:]/.test(text)));
  });
});
