import type { EncryptionKey } from '../process/key-ring.ts';

const BYTES = 32;
/** Fewest different bytes of a random key; about 30 of 32 differ. */
const FEWEST_DIFFERENT = 16;
const MAKE_ONE = 'Make one with: openssl rand -base64 32';

/** Reads `id:base64` pairs of 32 random bytes, comma separated, the encrypting key first. */
export function readEncryptionKeys(text: string | undefined): { keys: EncryptionKey[] } | { problem: string } {
  if (!text) {
    return {
      problem:
        'ENCRYPTION_KEYS: not set. Credentials are never stored without it. Make one with: echo "k1:$(openssl rand -base64 32)"',
    };
  }
  const keys = text.split(',').map((pair) => {
    const [, id, key] = /^\s*([A-Za-z0-9_-]{1,32}):(\S+)\s*$/.exec(pair) ?? [];
    return { id: id ?? '', key: keyOf(key ?? '') };
  });
  const bad = keys.findIndex(({ id, key }) => id === '' || key.length !== BYTES);
  if (bad >= 0) return { problem: `ENCRYPTION_KEYS: entry ${bad + 1} is not "id:base64 of 32 bytes".` };
  if (new Set(keys.map(({ id }) => id)).size < keys.length)
    return { problem: 'ENCRYPTION_KEYS: two entries have the same id.' };
  const guessable = keys.findIndex(({ key }) => isGuessable(key));
  if (guessable >= 0) return { problem: `ENCRYPTION_KEYS: entry ${guessable + 1} is not random. ${MAKE_ONE}` };
  return { keys };
}

/** Finds what is wrong with a single key without an id; null for a good one. */
export function problemOfKey(text: string): string | null {
  const key = keyOf(text);
  if (key.length !== BYTES) return `ENCRYPTION_KEY: is not base64 of 32 bytes. ${MAKE_ONE}`;
  return isGuessable(key) ? `ENCRYPTION_KEY: is not random. ${MAKE_ONE}` : null;
}

const keyOf = (text: string): Buffer =>
  Buffer.from(/^[A-Za-z0-9+/_-]+={0,2}$/.test(text.trim()) ? text.trim() : '', 'base64');

const isGuessable = (key: Buffer): boolean =>
  new Set(key).size < FEWEST_DIFFERENT || key.every((byte) => byte >= 0x20 && byte < 0x7f);
