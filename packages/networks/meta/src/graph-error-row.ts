import type { ErrorRow } from '@fanfare/network';

/** The subject of an answer of the Graph: a call, or the state of a container that failed. */
export type Purpose = 'call' | 'container';

/**
 * One error of Meta's Graph APIs and what it means. A row is named `code/subcode`; `*` stands for
 * any code. `{network}` in texts stands for Instagram or Threads.
 */
export type GraphErrorRow = ErrorRow<Purpose> & {
  /** The publish call came before the container was visible: publish the same container again. */
  readonly notReady?: true;
  /**
   * Marks an answer that is no failure where engagement is read.
   * - `none`: the network has no counts of this post, or none yet.
   * - `fewer`: it does not have every count for this kind of post; its words name those it lacks.
   */
  readonly counts?: 'none' | 'fewer';
};

/** The same call, or a new container, may work this soon. */
export const SOON_MS = 2_000;

/** Subcodes this large (2207xxx, 4279xxx) are unique; small ones need their code. */
const FIRST_OWN_SUBCODE = 1_000_000;

/**
 * A row for `code`, `code/subcode` or a range of codes. Further names say the same; the first one
 * is the row's.
 *
 * @example
 * graphRow('190/463', { code: 'credential_rejected', message: 'The access token has expired.', credential: 'expired' });
 */
export function graphRow(
  names: string | readonly [string, ...string[]],
  meaning: Omit<GraphErrorRow, 'name' | 'when'>,
): GraphErrorRow {
  const all = typeof names === 'string' ? [names] : names;
  return { name: all[0]!, when: [{ codes: all.flatMap(codesOf) }], ...meaning };
}

/** A row for words of the error's message. */
export const textRow = (name: string, text: RegExp, meaning: Omit<GraphErrorRow, 'name' | 'when'>): GraphErrorRow => ({
  name,
  when: [{ text }],
  ...meaning,
});

function codesOf(name: string): readonly string[] {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(name) ?? [];
  if (first !== undefined)
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, n) => String(Number(first) + n));
  const [, subcode] = name.split('/');
  return [Number(subcode) >= FIRST_OWN_SUBCODE ? `/${subcode}` : name];
}
