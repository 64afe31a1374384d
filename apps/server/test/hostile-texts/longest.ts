import type { Parser } from './parsers.ts';
import { hostileTexts } from './shapes.ts';

/**
 * No text from outside may take longer, in milliseconds of a machine that is as fast as the one
 * that `slowness` compares with.
 */
export const MOST_MS = 50;
const MOST_TRIES = 20;
/** Time that `count` takes on that machine. */
const COUNT_MS = 10;

export type Longest = { readonly parser: string; readonly chars: number; readonly ms: number; readonly text: string };

/**
 * The text that a parser reads longest, in milliseconds of processor time of this thread. Of a text
 * that takes too long the shortest of some tries counts: the first ones compile, and other work of
 * the machine slows a try down.
 */
export async function longestOf({ name, chars, parse }: Parser): Promise<Longest> {
  let longest: Longest = { parser: name, chars, ms: 0, text: '' };
  for (const { name: shape, text } of hostileTexts(chars)) {
    let ms = await timed(parse, text);
    for (let attempt = 1; attempt < MOST_TRIES && ms > MOST_MS; attempt++) ms = Math.min(ms, await timed(parse, text));
    if (ms > MOST_MS) ms /= await slowness();
    if (ms > longest.ms) longest = { parser: name, chars, ms, text: shape };
    if (ms > 20 * MOST_MS) break;
  }
  return longest;
}

/**
 * Factor by which this machine takes longer right now for a fixed amount of work; a faster one
 * counts as equally fast.
 */
async function slowness(): Promise<number> {
  let ms = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) ms = Math.min(ms, await timed(count, COUNTED));
  return Math.max(1, ms / COUNT_MS);
}

const COUNTED = 'https://a.example/ '.repeat(50_000);

/** Work of the kind that parsers do, in an amount that never changes. */
function count(text: string): number {
  let sum = text.split(' ').length;
  for (let at = 0; at < text.length; at++) sum = (sum * 31 + text.charCodeAt(at)) | 0;
  return sum + (text.match(/[a-z]+:/g)?.length ?? 0);
}

async function timed(parse: Parser['parse'], text: string): Promise<number> {
  const start = process.threadCpuUsage();
  await Promise.resolve(parse(text)).catch(() => undefined);
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}
