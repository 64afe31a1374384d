import { BASE62 } from '@fanfare/rules';
import { seededRandom } from './random.ts';

export type IdPrefix = 'acc' | 'post' | 'tgt' | 'prj' | 'ws' | 'key' | 'evt' | 'whk' | 'dlv';

/** Where ids and secrets of a mock come from: the same seed and the same calls give the same ids. */
export type Ids = {
  /** A valid TypeID, such as `post_01m7w4n5ntfm78mh9vvwca3vx0`. */
  typeId(prefix: IdPrefix): string;
  uuid(): string;
  /** A decimal number without a leading zero, as networks name their posts. */
  digits(length: number): string;
  /** Letters and digits. */
  token(length: number): string;
  /** At least 0, below 1. */
  random(): number;
  /** Starts again with the same ids. */
  restart(): void;
};

/** Crockford's base32 in lower case, as the TypeID specification 0.3 writes UUIDs. */
const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz';

export function createIds(seed: number, now: () => number): Ids {
  let random = seededRandom(seed);
  let made = 0;
  const below = (limit: number): number => Math.floor(random() * limit);

  /** UUIDv7 (RFC 9562, 5.7): the time, a counter that keeps the order within a millisecond, and chance. */
  function uuidBits(): bigint {
    made += 1;
    const chance = (BigInt(below(2 ** 30)) << 32n) | BigInt(below(2 ** 32));
    return (BigInt(now()) << 80n) | (7n << 76n) | (BigInt(made % 4096) << 64n) | (2n << 62n) | chance;
  }

  return {
    typeId(prefix) {
      let rest = uuidBits();
      let text = '';
      for (let at = 0; at < 26; at++) {
        text = BASE32[Number(rest & 31n)]! + text;
        rest >>= 5n;
      }
      return `${prefix}_${text}`;
    },
    uuid() {
      const hex = uuidBits().toString(16).padStart(32, '0');
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
    },
    digits: (length) => Array.from({ length }, (_, at) => (at === 0 ? 1 + below(9) : below(10))).join(''),
    token: (length) => Array.from({ length }, () => BASE62[below(BASE62.length)]).join(''),
    random: () => random(),
    restart() {
      random = seededRandom(seed);
      made = 0;
    },
  };
}
