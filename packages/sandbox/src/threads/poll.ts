import { type GraphFailure, invalidParameter } from '../meta/graph/graph-answer.ts';
import type { Parameters } from '../meta/graph/parameters.ts';
import { isObject, parseJson } from '../read-json.ts';

const NAMES = ['option_a', 'option_b', 'option_c', 'option_d'] as const;
const MAX_OPTION = 25;

/** The options of a poll in their order. */
export type ThreadsPoll = readonly string[];

type ReadPoll =
  | { readonly ok: true; readonly poll: ThreadsPoll | null }
  | { readonly ok: false; readonly failure: GraphFailure };

/**
 * Reads `poll_attachment`, JSON with `option_a` and `option_b`, then maybe `option_c` and
 * `option_d`, each of 1 to 25 characters (Meta, Threads polls, checked 2026-11). The texts of the
 * refusals are not documented.
 */
export function readPoll(parameters: Parameters): ReadPoll {
  const given = parameters.get('poll_attachment');
  if (given === undefined) return { ok: true, poll: null };
  const refuse = (message: string): ReadPoll => ({ ok: false, failure: invalidParameter(message) });
  const object = parseJson(given);
  if (!isObject(object)) return refuse('Param poll_attachment must be a valid JSON object');
  const unknown = Object.keys(object).find((name) => !NAMES.some((known) => known === name));
  if (unknown !== undefined) return refuse(`Param poll_attachment has an unknown key ${unknown}`);
  const options = NAMES.map((name) => object[name]).filter((option) => option !== undefined);
  // A gap: option_d without option_c.
  if (options.length < 2 || NAMES.slice(0, options.length).some((name) => object[name] === undefined))
    return refuse('Param poll_attachment must have 2 to 4 options');
  if (!options.every((option) => typeof option === 'string' && option !== '' && [...option].length <= MAX_OPTION))
    return refuse(`Each option of poll_attachment must be 1 to ${MAX_OPTION} characters long`);
  return { ok: true, poll: options.map(String) };
}

/** A poll takes votes for a day. */
const POLL_MS = 86_400_000;

export const pollEnd = (publishedAt: number): number => publishedAt + POLL_MS;
