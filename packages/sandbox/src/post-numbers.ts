import { type JsonObject, readWhole, refuseUnknown } from './read-json.ts';

const MOST = 1_000_000_000_000;

/** Reads the numbers of a control `metrics`: `known` ones, with fields in `beside`. */
export function readPostNumbers<Name extends string>(
  body: JsonObject,
  known: readonly Name[],
  beside: readonly string[] = ['platformPostId'],
): Partial<Record<Name, number>> {
  refuseUnknown(body, [...beside, ...known]);
  const numbers: Partial<Record<Name, number>> = {};
  for (const name of known) if (body[name] !== undefined) numbers[name] = readWhole(body, name, { min: 0, max: MOST });
  return numbers;
}
