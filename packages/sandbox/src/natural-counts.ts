import { createHash } from 'node:crypto';

/** The default counts of a post. */
export type NaturalCounts = {
  readonly views: number;
  readonly likes: number;
  readonly shares: number;
  readonly saves: number;
  readonly quotes: number;
  readonly clicks: number;
};

const HOUR_MS = 3_600_000;
/** Two thirds of a post's final counts come in its first eight hours. */
const PACE_MS = 8 * HOUR_MS;
const FEWEST_VIEWS = 180;
const MOST_VIEWS = 6_000;

/** Counts of a post by id and age: zero at first, never falling, reproducible. */
export function naturalCounts(postId: string, ageMs: number): NaturalCounts {
  const seed = createHash('sha256').update(postId).digest();
  const between = (index: number, low: number, high: number) =>
    low + (seed.readUInt16BE(2 * index) / 0xffff) * (high - low);
  const grown = 1 - Math.exp(-Math.max(0, ageMs) / PACE_MS);
  const audience = FEWEST_VIEWS * (MOST_VIEWS / FEWEST_VIEWS) ** between(0, 0, 1);
  const views = Math.floor(audience * grown);
  const share = (index: number, low: number, high: number) => Math.floor(audience * grown * between(index, low, high));
  return {
    views,
    likes: share(1, 0.03, 0.09),
    shares: share(2, 0.003, 0.012),
    saves: share(3, 0.004, 0.02),
    quotes: share(4, 0, 0.003),
    clicks: share(5, 0.005, 0.03),
  };
}
