import { CELL_PATTERN } from '@fanfare/rules';

/** A cell as the router knows it: its label, and `host:port` of each of its servers. */
export type RoutedCell = { readonly label: string; readonly servers: readonly string[] };

/** A key whose workspace was moved: its two shown ends, and the cell that it belongs to now. */
export type MovedKey = { readonly start: string; readonly end: string; readonly cell: string };

export type RouterPlan = {
  readonly cells: readonly [RoutedCell, ...RoutedCell[]];
  /** Cell of keys without a label; null when there are none. */
  readonly defaultCell: string | null;
  readonly moved: readonly MovedKey[];
  /** Public host names, the first with the certificate of all; none to listen without TLS. */
  readonly names: readonly string[];
  /** Address of a router without TLS. */
  readonly listen: string;
};

type Read<Value> = Value | { readonly problem: string };

/** Reads `eu1=http://10.0.0.1:4000,http://10.0.0.2:4000`. */
export function readCell(word: string): Read<RoutedCell> {
  const [, label = '', addresses = ''] = /^([^=]*)=(.*)$/.exec(word) ?? [];
  if (!CELL_PATTERN.test(label))
    return { problem: `"${word}" names no cell. Write eu1=http://10.0.0.1:4000, with a label as CELL has it.` };
  const servers: string[] = [];
  for (const address of addresses.split(',')) {
    const url = URL.parse(address);
    if (url?.protocol !== 'http:' || url.href !== `${url.origin}/`)
      return { problem: `"${address}" of the cell ${label} is not the address of a server: http://10.0.0.1:4000` };
    servers.push(`${url.hostname}:${url.port || '80'}`);
  }
  return { label, servers };
}

const MOVED_LINE = /^fanfare_sk_((?:[a-z][a-z0-9]{0,11}_)?[0-9A-Za-z]{4})…([0-9A-Za-z]{4}) ([a-z][a-z0-9]{0,11})$/;

/**
 * Reads the lines that `fanfare move-workspace` prints: a key as lists show it, and its new cell.
 */
export function readMovedKeys(text: string): Read<readonly MovedKey[]> {
  const keys = new Map<string, MovedKey>();
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const [, start, end, cell] = MOVED_LINE.exec(line.trim()) ?? [];
    if (start === undefined || end === undefined || cell === undefined)
      return { problem: `"${line.slice(0, 100)}" is no line of a move: fanfare_sk_eu1_AbCd…wxYZ us1` };
    // The last move of a key counts.
    keys.set(`${start}${end}`, { start, end, cell });
  }
  return [...keys.values()];
}
