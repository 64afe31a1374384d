import { EVERY_CHANGE, IMPLEMENTATION_NAMES, type ImplementationName, type SdkAsks } from './implementation.ts';
import type { Statement } from './statement.ts';

/** A service somewhere, instead of the ones this suite starts. */
export type Remote = { readonly baseUrl: string; readonly apiKey: string };

/** The part of the suite that is to run. */
export type Selection = {
  readonly names: readonly ImplementationName[];
  readonly remote: Remote | null;
  readonly sdkAsks: SdkAsks;
  /** Not everything: what was not asked proves nothing then. */
  readonly isPart: boolean;
  readonly matches: (statement: Statement) => boolean;
  /**
   * Whether there is time for what takes minutes, and for every statement wherever the mock runs.
   */
  readonly isFull: boolean;
  /** Whether people want to see every row. */
  readonly showAll: boolean;
};

/**
 * Reads the settings of `src/bin.ts`: `SUITE_ONLY`, `SUITE_STATEMENT`, `SUITE_BASE_URL`,
 * `SUITE_FULL`, `SUITE_SDK`, `SUITE_TABLE`, and `FANFARE_API_KEY`.
 */
export function readSelection(env: Readonly<Record<string, string | undefined>>): Selection {
  const baseUrl = env.SUITE_BASE_URL?.replace(/\/+$/, '');
  const remote = baseUrl ? { baseUrl, apiKey: env.FANFARE_API_KEY ?? '' } : null;
  const isFull = env.SUITE_FULL === 'true';
  const asked = env.SUITE_ONLY ? env.SUITE_ONLY.split(',') : isFull ? IMPLEMENTATION_NAMES : EVERY_CHANGE;
  const unknown = asked.find((name) => !IMPLEMENTATION_NAMES.some((known) => known === name));
  if (unknown !== undefined) throw new Error(`There is no ${unknown}: ${IMPLEMENTATION_NAMES.join(', ')}.`);
  const text = env.SUITE_STATEMENT?.toLowerCase() ?? '';
  return {
    names: remote ? ['server'] : IMPLEMENTATION_NAMES.filter((name) => asked.includes(name)),
    remote,
    sdkAsks: env.SUITE_SDK === 'server' ? 'server' : 'mock',
    isPart: text !== '' || remote !== null,
    matches: ({ section, statement }) => `${section} ${statement}`.toLowerCase().includes(text),
    isFull,
    showAll: env.SUITE_TABLE === 'all',
  };
}
