import { Secret } from '@fanfare/network/secret';
import { CELL_PATTERN } from '@fanfare/rules';

/** Another cell behind the same address, at an address that only cells use. */
export type CellPeer = { readonly label: string; readonly url: string };

/** The cell of this installation and the others; `secret` is the same in all of them. */
export type Cells = {
  readonly label: string | null;
  readonly peers: readonly CellPeer[];
  readonly secret: Secret | null;
};

const LEAST_SECRET_CHARS = 32;

/**
 * Reads `us1=https://us1.internal.example.com,ap1=http://10.2.0.1:4000`; null for anything else.
 */
export function readCellPeers(text: string): readonly CellPeer[] | null {
  const peers: CellPeer[] = [];
  for (const word of text.split(',').map((each) => each.trim())) {
    const [, label = '', address = ''] = /^([^=]*)=(.*)$/.exec(word) ?? [];
    const url = URL.parse(address);
    if (!CELL_PATTERN.test(label) || !url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
      return null;
    peers.push({ label, url: url.origin });
  }
  return new Set(peers.map(({ label }) => label)).size === peers.length ? peers : null;
}

/** Checks the settings of a cell against each other. */
export function readCells(env: {
  readonly CELL?: string | undefined;
  readonly CELL_PEERS?: readonly CellPeer[] | undefined;
  readonly CELL_SECRET?: string | undefined;
}): Cells | { readonly problems: readonly string[] } {
  const { CELL: label = null, CELL_PEERS: all = [], CELL_SECRET: text } = env;
  const problems: string[] = [];
  if (label === null && all.length > 0) problems.push('CELL_PEERS: set CELL as well, the label of this cell.');
  if (all.length > 0 && text === undefined)
    problems.push('CELL_PEERS: set CELL_SECRET as well, the same in every cell.');
  if (text !== undefined && text.length < LEAST_SECRET_CHARS)
    problems.push(
      `CELL_SECRET: must have at least ${LEAST_SECRET_CHARS} characters. Make it with: openssl rand -base64 32`,
    );
  if (problems.length > 0) return { problems };
  // One list can be given to all cells.
  const peers = all.filter((peer) => peer.label !== label);
  return { label, peers, secret: text === undefined ? null : new Secret(text) };
}
