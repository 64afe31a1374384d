import { KEY_SCOPES, type KeyScope } from '@fanfare/contract';

/** Scopes that an app may get, the smallest first. None manages a project: no app needs that. */
export const APP_SCOPES: readonly KeyScope[] = KEY_SCOPES.filter((scope) => scope !== 'all');

/** Asked for by clients that want refresh tokens, which every app gets. */
const IGNORED = 'offline_access';

/**
 * Reads a `scope` parameter. Returns the scopes that the person may choose from, and the smallest
 * one that was asked for; null when it names one that an app cannot have.
 */
export function readScopes(
  text: string | null,
): { readonly choices: readonly KeyScope[]; readonly smallest: KeyScope } | null {
  const asked = (text ?? '').split(' ').filter((word) => word !== '' && word !== IGNORED);
  if (asked.some((word) => positionOf(word) < 0)) return null;
  // A larger scope includes the smaller ones, so the person may give less than was asked for.
  const positions = asked.length === 0 ? [...APP_SCOPES.keys()] : asked.map(positionOf);
  return { choices: APP_SCOPES.slice(0, Math.max(...positions) + 1), smallest: APP_SCOPES[Math.min(...positions)]! };
}

const positionOf = (word: string): number => APP_SCOPES.indexOf(word as KeyScope);
