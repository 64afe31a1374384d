import { z } from 'zod';
import { formatPath } from './request-details.ts';
import { codePointLength } from './text.ts';

/** A key of a request body that the API does not know and therefore ignores. */
export type UnknownKey = { readonly path: string; readonly message: string };

/** More than this many are not listed: a body of garbage must not become an answer of garbage. */
const MAX_LISTED = 100;
const MAX_KEY_CHARS = 64;
/** Spellings that are this many edits away, or a third of the word, still count as meant. */
const MAX_EDITS = 3;

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

function nearest(key: string, known: readonly string[]): string | null {
  if (codePointLength(key) > MAX_KEY_CHARS) return null;
  const [best] = known
    .map((candidate) => ({ candidate, edits: editDistance(key, candidate) }))
    .filter(({ candidate, edits }) => edits <= Math.min(MAX_EDITS, Math.ceil(candidate.length / 3)))
    .sort((one, other) => one.edits - other.edits);
  return best?.candidate ?? null;
}

/** The schema below optional, nullable, default and refinement wrappers. */
function bare(schema: z.ZodTypeAny): z.ZodTypeAny {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return bare(schema.unwrap());
  if (schema instanceof z.ZodDefault) return bare(schema.removeDefault());
  if (schema instanceof z.ZodEffects) return bare(schema.innerType());
  return schema;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function* walk(schema: z.ZodTypeAny, value: unknown, path: readonly (string | number)[]): Generator<UnknownKey> {
  const inner = bare(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* walk(inner.element, item, [...path, index]);
    return;
  }
  if (!(inner instanceof z.ZodObject) || !isRecord(value)) return;
  const shape: Record<string, z.ZodTypeAny> = inner.shape;
  const known = Object.keys(shape);
  for (const [key, entry] of Object.entries(value)) {
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (field !== undefined) {
      yield* walk(field, entry, [...path, key]);
      continue;
    }
    const shown = [...key]
      .slice(0, MAX_KEY_CHARS)
      .join('')
      .replaceAll(/\p{Surrogate}/gu, '\uFFFD');
    const meant = nearest(key, known);
    yield {
      path: formatPath([...path, shown]),
      message: meant === null ? 'Unknown field, ignored.' : `Unknown field, ignored; did you mean \`${meant}\`?`,
    };
  }
}

/**
 * Every key of a raw request body that its schema does not know, with the nearest known one; at most 100.
 *
 * @example
 * unknownKeys(CreatePostBodySchema, { platform: [] });
 * // [{ path: 'platform', message: 'Unknown field, ignored; did you mean `platforms`?' }]
 */
export function unknownKeys(schema: z.ZodTypeAny, rawBody: unknown): UnknownKey[] {
  const found: UnknownKey[] = [];
  for (const key of walk(schema, rawBody, [])) {
    if (found.length === MAX_LISTED) break;
    found.push(key);
  }
  return found;
}
