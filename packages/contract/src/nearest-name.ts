import { codePointLength } from './text.ts';

/** Longer names are not compared: no field of ours is nearly as long. */
export const MAX_NAME_CHARS = 64;
/** Spellings that are this many edits away, or a third of the word, still count as meant. */
const MAX_EDITS = 3;

/** A name in one spelling: `scheduled_at`, `Scheduled-At` and `scheduledAt` are one. */
export const plainName = (name: string): string => name.replaceAll(/[\s_-]/g, '').toLowerCase();

/** Levenshtein distance of two words, or `Infinity` when it is above `most`. */
function editDistance(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most) return Infinity;
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const substituted = previous[column - 1]! + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min(substituted, previous[column]! + 1, current[column - 1]! + 1));
    }
    if (Math.min(...current) > most) return Infinity;
    previous = current;
  }
  const edits = previous[right.length]!;
  return edits > most ? Infinity : edits;
}

/**
 * The known name a misspelt one is nearest to, or null when none is near: at most three edits and a
 * third of the word.
 *
 * @example
 * nearestName('publishat', ['content', 'publishAt']); // 'publishAt'
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  if (codePointLength(name) > MAX_NAME_CHARS) return null;
  const word = name.toLowerCase();
  const [best] = known
    .map((candidate) => {
      const most = Math.min(MAX_EDITS, Math.ceil(candidate.length / 3));
      return { candidate, edits: editDistance(word, candidate.toLowerCase(), most) };
    })
    .filter(({ edits }) => edits < Infinity)
    .sort((one, other) => one.edits - other.edits);
  return best?.candidate ?? null;
}
