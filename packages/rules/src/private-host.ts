/**
 * IPv4 blocks that are not reachable over the public internet, as [first address, prefix length].
 * Source: IANA IPv4 Special-Purpose Address Registry, checked 2026-11. The registry's few "globally
 * reachable" service blocks (AS112, AMT) are refused as well: they serve no media. 168.63.129.16 is
 * Azure's host agent (Microsoft, "What is IP address 168.63.129.16?", checked 2026-11), the one
 * metadata address outside every special block.
 */
const PRIVATE_IPV4: readonly (readonly [readonly [number, number, number, number], number])[] = [
  [[0, 0, 0, 0], 8],
  [[10, 0, 0, 0], 8],
  [[100, 64, 0, 0], 10],
  [[127, 0, 0, 0], 8],
  [[168, 63, 129, 16], 32],
  [[169, 254, 0, 0], 16],
  [[172, 16, 0, 0], 12],
  [[192, 0, 0, 0], 24],
  [[192, 0, 2, 0], 24],
  [[192, 31, 196, 0], 24],
  [[192, 52, 193, 0], 24],
  [[192, 88, 99, 0], 24],
  [[192, 168, 0, 0], 16],
  [[192, 175, 48, 0], 24],
  [[198, 18, 0, 0], 15],
  [[198, 51, 100, 0], 24],
  [[203, 0, 113, 0], 24],
  [[224, 0, 0, 0], 3],
];

/**
 * Endings that no public name has: RFC 6761 (localhost), RFC 6762 and its appendix G (local and the
 * names home networks use), RFC 8375 (home.arpa), ICANN board resolution 2024-07-29 (internal).
 */
const PRIVATE_ENDINGS = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa',
];

/** Public-looking names that clouds answer with their metadata service. */
const METADATA_NAMES = ['metadata.goog', 'metadata.tencentyun.com', 'metadata.packet.net'];

/**
 * Whether a host written in an http(s) URL is private: a loopback, private, link-local, metadata or
 * otherwise special address in any notation, or a name that exists only on a local network. Looks
 * at the text only: a name that merely resolves to a private address passes. Total: what cannot be
 * a host at all counts as private.
 *
 * @example
 * isPrivateHost(new URL('http://0x7f.1/cat.jpg').hostname); // true: 127.0.0.1
 * isPrivateHost('cdn.example.com'); // false
 */
export function isPrivateHost(hostname: string): boolean {
  // The URL parser turns decimal, octal, hex, short and full-width forms into one; for
  // `url.hostname` this changes nothing.
  if (!URL.canParse(`http://${hostname}`)) return true;
  return isPrivateUrl(new URL(`http://${hostname}`));
}

/** The same of an http(s) URL, whose host is written as the parser writes it. */
export function isPrivateUrl({ hostname }: URL): boolean {
  const host = hostname.replace(/(?<!\.)\.+$/, '');
  if (host.startsWith('[')) return isPrivateIpv6(host.slice(1, -1));
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return isPrivateIpv4(host.split('.').map(Number));
  // A name without a dot is only ever found through a local search domain (ICANN SAC053: dotless
  // domains are prohibited).
  if (!host.includes('.')) return true;
  return (
    METADATA_NAMES.includes(host) || PRIVATE_ENDINGS.some((ending) => host.endsWith(`.${ending}`) || host === ending)
  );
}

function isPrivateIpv4(octets: readonly number[]): boolean {
  const address = toNumber(octets);
  return PRIVATE_IPV4.some(([first, prefix]) => {
    const size = 2 ** (32 - prefix);
    return Math.floor(address / size) === Math.floor(toNumber(first) / size);
  });
}

function toNumber(octets: readonly number[]): number {
  return octets.reduce((sum, octet) => sum * 256 + octet, 0);
}

/**
 * Only 2000::/3 is handed out for public use (IANA IPv6 Global Unicast Address Space, checked
 * 2026-11), so everything else is private at once: ::1, ::/96, NAT64, ULA, link-local, multicast.
 * The tunnels inside it (6to4, Teredo) can carry a private IPv4 address.
 */
function isPrivateIpv6(text: string): boolean {
  const groups = toGroups(text);
  const [first = 0, second = 0, third = 0] = groups;
  const isMappedIpv4 = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMappedIpv4) return isPrivateIpv4(groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]));
  if (first >> 13 !== 1) return true;
  if (first === 0x2001 && second < 0x200) return true; // 2001::/23: protocol assignments, Teredo, ORCHID, benchmarking
  if (first === 0x2001 && second === 0xdb8) return true; // documentation
  if (first === 0x2002) return true; // 6to4
  if (first === 0x2620 && second === 0x4f && third === 0x8000) return true; // AS112
  return first === 0x3fff && second < 0x1000; // documentation, RFC 9637
}

/** The eight groups of an address by the URL parser: lower case, one `::`, no dotted tail. */
function toGroups(text: string): readonly number[] {
  const [head = '', tail] = text.split('::');
  const parse = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const before = parse(head);
  if (tail === undefined) return before;
  const after = parse(tail);
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
