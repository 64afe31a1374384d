import type { CharacterClass } from './link-characters.ts';
import { digit, endsPath, endsQuery, inPath, inQuery } from './link-characters.ts';

function skip(text: string, at: number, limit: number, member: CharacterClass): number {
  let end = at;
  while (end < limit && member(text.charAt(end))) end++;
  return end;
}

/** Finds the end of `:8080`; `at` itself where there is no port. */
export function portEnd(text: string, at: number): number {
  if (text[at] !== ':') return at;
  const end = skip(text, at + 1, text.length, digit);
  return end > at + 1 ? end : at;
}

/** Finds the end of parentheses in a path, with one pair inside; -1 if they do not close. */
function parenthesesEnd(text: string, at: number): number {
  const size = text.length;
  const inner = skip(text, at + 1, size, inPath);
  if (text[inner] === ')') return inner > at + 1 ? inner + 1 : -1;
  if (text[inner] !== '(') return -1;
  const innerEnd = skip(text, inner + 1, size, inPath);
  if (innerEnd === inner + 1 || text[innerEnd] !== ')') return -1;
  const end = skip(text, innerEnd + 1, size, inPath);
  return text[end] === ')' ? end + 1 : -1;
}

/**
 * Finds the end of `/path`: after its last character that may end one, so that the full stop of a
 * sentence stays outside. Closing parentheses end a path only when nothing but parentheses stands
 * between them and such a character.
 */
export function pathEnd(text: string, at: number): number {
  if (text[at] !== '/') return at;
  let end = at + 1;
  for (let next = at + 1; next < text.length; ) {
    const unit = text.charAt(next);
    if (unit === '(') {
      const close = parenthesesEnd(text, next);
      if (close < 0) break;
      if (end === next) end = close;
      next = close;
    } else if (inPath(unit)) {
      next++;
      if (endsPath(unit)) end = next;
    } else {
      break;
    }
  }
  return end;
}

/** Finds the end of `?query`; `at` itself where there is none. */
export function queryEnd(text: string, at: number, limit: number = text.length): number {
  if (text[at] !== '?') return at;
  let end = skip(text, at + 1, limit, inQuery);
  while (end > at + 1 && !endsQuery(text.charAt(end - 1))) end--;
  return end > at + 1 ? end : at;
}
