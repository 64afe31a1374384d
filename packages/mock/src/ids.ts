import { BASE62 } from '@fanfare/rules';
import { seededRandom } from './random.ts';

export type IdPrefix = 'acc' | 'post' | 'tgt' | 'prj' | 'ws' | 'key' | 'evt' | 'whk' | 'dlv' | 'med' | 'drf';

/** The source of ids and secrets of a mock: the same seed and the same calls give the same ids. */
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

  /** UUIDv7 (RFC 9562, 5.7) as 32-bit words: time, a counter within a millisecond, chance. */
  function uuidWords(): readonly number[] {
    made += 1;
    const atMs = now();
    const chance = 2 ** 31 + below(2 ** 30);
    return [Math.floor(atMs / 2 ** 16), (atMs % 2 ** 16) * 2 ** 16 + 0x7000 + (made % 4096), chance, below(2 ** 32)];
  }

  return {
    typeId(prefix) {
      const words = uuidWords();
      // Joined, for a text that grows by single characters keeps all of its parts in memory.
      const parts = [`${prefix}_`];
      // 26 digits of five bits: the two highest bits of the first stand above the words.
      for (let from = 125; from >= 0; from -= 5) {
        const at = 3 - (from >> 5);
        const shift = from & 31;
        const above = shift > 27 ? words[at - 1]! << (32 - shift) : 0;
        parts.push(BASE32[((words[at]! >>> shift) | above) & 31]!);
      }
      return parts.join('');
    },
    uuid() {
      let hex = '';
      for (const word of uuidWords()) hex += word.toString(16).padStart(8, '0');
      return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    },
    digits(length) {
      let text = `${1 + below(9)}`;
      while (text.length < length) text += below(10);
      return text;
    },
    token(length) {
      let text = '';
      while (text.length < length) text += BASE62[below(BASE62.length)];
      return text;
    },
    random: () => random(),
    restart() {
      random = seededRandom(seed);
      made = 0;
    },
  };
}
