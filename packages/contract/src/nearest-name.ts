import { codePointLength } from './text.ts';

/** Longer names are not compared: no field of ours is nearly as long. */
export const MAX_NAME_CHARS = 64;
/** Spellings that are this many edits away, or a third of the word, still count as meant. */
const MAX_EDITS = 3;

/** A name without what spellings differ in: `scheduled_at`, `Scheduled-At` and `scheduledAt` are one. */
export const plainName = (name: string): string => name.replaceAll(/[\s_-]/g, '').toLowerCase();

/** Levenshtein distance, case-insensitive. */
function editDistance(a: string, b: string): number {
  const left = a.toLowerCase();
  const right = b.toLowerCase();
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const substituted = previous[column - 1]! + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min(substituted, previous[column]! + 1, current[column - 1]! + 1));
    }
    previous = current;
  }
  return previous[right.length]!;
}

/**
 * The known name a misspelt one is nearest to, or null when none is near: at most three edits and a third of the word.
 *
 * @example
 * nearestName('publishat', ['content', 'publishAt']); // 'publishAt'
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  if (codePointLength(name) > MAX_NAME_CHARS) return null;
  const [best] = known
    .map((candidate) => ({ candidate, edits: editDistance(name, candidate) }))
    .filter(({ candidate, edits }) => edits <= Math.min(MAX_EDITS, Math.ceil(candidate.length / 3)))
    .sort((one, other) => one.edits - other.edits);
  return best?.candidate ?? null;
}
