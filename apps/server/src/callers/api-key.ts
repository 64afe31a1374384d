import { API_KEY_SECRET_LENGTH, apiKeyOf, toBase62 } from '@fanfare/rules';
import { sha256 } from '../http/sha256.ts';

export type NewApiKey = {
  /** Full key: shown once, never stored. */
  readonly key: string;
  readonly sha256: Buffer;
  /** Start and end, to tell keys apart. */
  readonly display: string;
};

/** Makes a key from 32 random bytes. */
export function mintApiKey(randomBytes: (bytes: number) => Buffer): NewApiKey {
  const key = apiKeyOf(toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), API_KEY_SECRET_LENGTH));
  return { key, sha256: hashApiKey(key), display: `${key.slice(0, 15)}…${key.slice(-4)}` };
}

export const hashApiKey = (key: string): Buffer => sha256(key);
