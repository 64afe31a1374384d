import { createHmac } from 'node:crypto';
import { cellOf, safeFilename, withCell, withoutCell } from '@fanfare/rules';
import { hashToken } from '../http/token.ts';
import type { Ids } from '../process/ids.ts';

const KEY_BYTES = 16;

export type MediaAddresses = {
  /** A new key: 128 random bits in hexadecimal. */
  newKey(): string;
  /** Public address of a file. */
  urlOf(file: { readonly key: string; readonly filename: string }): string;
  /** Key in the address of a hosted file, of any cell; null for an address of somebody else. */
  keyOf(url: string): string | null;
  /** Whether the address of a hosted file has the label of another cell. */
  isOfOtherCell(url: string): boolean;
  /** The address where the bytes of a file go, and the hash of its token, which the row keeps. */
  uploadOf(key: string): { readonly url: string; readonly tokenSha256: Buffer };
};

type Deps = {
  readonly ids: Ids;
  readonly baseUrl: string;
  /** Public address of hosted files; that of the server by default. */
  readonly mediaUrl: string;
  /** Secret of the installation. It makes the same token each time, so that no row holds one. */
  readonly uploadSecret: Buffer;
};

/** Makes and reads the addresses of hosted files. Those at `baseUrl` stay valid. */
export function createMediaAddresses({ ids, baseUrl, mediaUrl, uploadSecret }: Deps): MediaAddresses {
  const folders = [mediaUrl, baseUrl].map((url) => new URL(`${url}/m/`).href);
  /** The label and the key in an address. */
  const nameIn = (url: string): string | null => {
    const href = URL.parse(url)?.href ?? '';
    const folder = folders.find((each) => href.startsWith(each));
    return folder === undefined ? null : /^[^/?#]*/.exec(href.slice(folder.length))![0];
  };
  return {
    newKey: () => ids.secret(KEY_BYTES).toString('hex'),
    urlOf: ({ key, filename }) => `${mediaUrl}/m/${withCell(ids.cell, key)}/${safeFilename(filename)}`,
    keyOf(url) {
      const name = nameIn(url);
      return name === null ? null : withoutCell(name);
    },
    isOfOtherCell(url) {
      const name = nameIn(url);
      return name !== null && cellOf(name) !== ids.cell;
    },
    uploadOf(key) {
      const token = uploadTokenOf(uploadSecret, key);
      return { url: `${baseUrl}/uploads/${withCell(ids.cell, token)}`, tokenSha256: hashToken(token) };
    },
  };
}

/** The token in the address where the bytes of a file go, without the label of its cell. */
export const uploadTokenOf = (uploadSecret: Buffer, key: string): string =>
  createHmac('sha256', uploadSecret).update(key).digest('base64url');
