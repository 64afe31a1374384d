import type { Parser } from './parsers.ts';
import { hostileTexts } from './shapes.ts';

/** No text from outside may take longer. */
export const MOST_MS = 50;
const MOST_TRIES = 20;

export type Longest = { readonly parser: string; readonly chars: number; readonly ms: number; readonly text: string };

/**
 * The text that a parser reads longest, in milliseconds of processor time of this thread. Of a text that takes too long the shortest of some tries counts: the
 * first ones compile, and other work of the machine slows a try down.
 */
export async function longestOf({ name, chars, parse }: Parser): Promise<Longest> {
  let longest: Longest = { parser: name, chars, ms: 0, text: '' };
  for (const { name: shape, text } of hostileTexts(chars)) {
    let ms = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < MOST_TRIES && ms > MOST_MS / 2; attempt++)
      ms = Math.min(ms, await timed(parse, text));
    if (ms > longest.ms) longest = { parser: name, chars, ms, text: shape };
    if (ms > 20 * MOST_MS) break;
  }
  return longest;
}

async function timed(parse: Parser['parse'], text: string): Promise<number> {
  const start = process.threadCpuUsage();
  await Promise.resolve(parse(text)).catch(() => undefined);
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}
