import { createHash } from 'node:crypto';

/** What a post gathers when nobody says otherwise. */
export type NaturalCounts = {
  readonly views: number;
  readonly likes: number;
  readonly shares: number;
  readonly saves: number;
  readonly quotes: number;
  readonly clicks: number;
};

const HOUR_MS = 3_600_000;
/** Two thirds of what a post will ever gather come in its first eight hours. */
const PACE_MS = 8 * HOUR_MS;
const FEWEST_VIEWS = 180;
const MOST_VIEWS = 6_000;

/**
 * Numbers of a post by its id and its age: none at first, growing with the sandbox clock, the same at the same age each time, never fewer
 * than before.
 */
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
