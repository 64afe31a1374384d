import type { ReadParameter } from '../meta/graph/boolean-parameter.ts';
import { invalidParameter } from '../meta/graph/graph-answer.ts';
import type { Parameters } from '../meta/graph/parameters.ts';
import { isObject, parseJson } from '../read-json.ts';

/** A hidden part of the text of a post. */
export type Spoiler = { readonly offset: number; readonly length: number; readonly text: string };

const MAX_SPOILERS = 10;

/**
 * Reads `text_entities`: up to 10 hidden parts of the text (Meta, Threads spoilers, 2026-07-02,
 * checked 2026-11). Meta names no unit of offset and length; its own sample app counts UTF-16 and
 * sends both as strings (fbsamples/threads_api, text-parser.js).
 */
export function readSpoilers(parameters: Parameters): ReadParameter<readonly Spoiler[]> {
  const given = parameters.get('text_entities');
  if (given === undefined) return { ok: true, value: [] };
  const refuse = (message: string) => ({ ok: false, failure: invalidParameter(message) }) as const;
  const text = parameters.get('text') ?? '';
  const entities = parseJson(given);
  if (!Array.isArray(entities)) return refuse('Param text_entities must be a valid JSON array');
  if (entities.length > MAX_SPOILERS) return refuse(`Param text_entities must have at most ${MAX_SPOILERS} entities`);
  const spoilers = entities.map((entity) => readSpoiler(entity, text));
  return spoilers.every((spoiler) => spoiler !== null)
    ? { ok: true, value: spoilers }
    : refuse('Each entity of text_entities must be a SPOILER with an offset and a length within the text');
}

function readSpoiler(entity: unknown, text: string): Spoiler | null {
  if (!isObject(entity) || !/^spoiler$/i.test(String(entity.entity_type))) return null;
  const [offset, length] = [wholeOf(entity.offset), wholeOf(entity.length)];
  if (offset === null || length === null || length === 0 || offset + length > text.length) return null;
  return { offset, length, text: text.slice(offset, offset + length) };
}

const wholeOf = (value: unknown): number | null => (/^\d{1,9}$/.test(String(value)) ? Number(value) : null);
