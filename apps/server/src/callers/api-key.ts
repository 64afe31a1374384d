import { API_KEY_SECRET_LENGTH, apiKeyOf, type KeyPrefix, toBase62 } from '@fanfare/rules';
import { sha256 } from '../http/sha256.ts';
import type { Ids } from '../process/ids.ts';

export type NewApiKey = {
  /** Full key: shown once, never stored. */
  readonly key: string;
  readonly sha256: Buffer;
  /** Start and end, by which people recognise a key. */
  readonly display: string;
};

/** Makes a key from 32 random bytes, with the label of the cell. */
export function mintApiKey({ secret, cell }: Pick<Ids, 'secret' | 'cell'>): NewApiKey {
  const key = randomKey({ secret, cell }, 'sk');
  // Four characters of the secret and four of the checksum are shown.
  return { key, sha256: hashApiKey(key), display: `${key.slice(0, -45)}…${key.slice(-4)}` };
}

/** Makes the secret of a key or of an access token from 32 random bytes. */
export const randomKey = ({ secret, cell }: Pick<Ids, 'secret' | 'cell'>, prefix: KeyPrefix): string =>
  apiKeyOf(toBase62(BigInt(`0x${secret(32).toString('hex')}`), API_KEY_SECRET_LENGTH), cell, prefix);

export const hashApiKey = (key: string): Buffer => sha256(key);
