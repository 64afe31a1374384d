import { z } from 'zod';
import { bareSchema } from './bare-schema.ts';
import { MAX_NAME_CHARS, nearestName, plainName } from './nearest-name.ts';
import { PEER_HABITS, PEER_NAMES } from './peer-names.ts';

/** The part of a request in which a field is. A query has parameters. */
export type RequestPart = 'path' | 'headers' | 'query' | 'body';

/** Names of the fields of one object of a request, and where that object is. */
type ObjectNames = { readonly names: readonly string[]; readonly where: string };

function namesAt(schema: z.ZodTypeAny, path: readonly (string | number)[]): readonly string[] {
  const inner = bareSchema(schema);
  const [step, ...rest] = path;
  if (inner instanceof z.ZodArray && typeof step === 'number') return namesAt(inner.element, rest);
  if (!(inner instanceof z.ZodObject)) return [];
  const shape: Record<string, z.ZodTypeAny> = inner.shape;
  if (step === undefined) return Object.keys(shape);
  const field = typeof step === 'string' && Object.hasOwn(shape, step) ? shape[step] : undefined;
  return field === undefined ? [] : namesAt(field, rest);
}

/** Names of the fields of an object of a request. */
export const fieldNames = (schema: z.ZodTypeAny): readonly string[] => namesAt(schema, []);

/** Every object of a request, those further out first. */
function objectsIn(schema: z.ZodTypeAny, where = 'at the top of the body'): readonly ObjectNames[] {
  const inner = bareSchema(schema);
  if (!(inner instanceof z.ZodObject)) return [];
  const shape: Record<string, z.ZodTypeAny> = inner.shape;
  const within = Object.entries(shape).flatMap(([name, field]) => {
    const below = bareSchema(field);
    return below instanceof z.ZodArray
      ? [objectsIn(below.element, `in each entry of \`${name}\``)]
      : [objectsIn(below, `in \`${name}\``)];
  });
  const depth = Math.max(0, ...within.map((objects) => objects.length));
  const outerFirst = Array.from({ length: depth }, (_, at) => within.flatMap((objects) => objects[at] ?? []));
  return [{ names: Object.keys(shape), where }, ...outerFirst.flat()];
}

/** By schema: a body may have many unknown fields, and a walk through its schema takes 50 µs. */
const objectsBySchema = new WeakMap<z.ZodTypeAny, readonly ObjectNames[]>();

function objectsOf(schema: z.ZodTypeAny): readonly ObjectNames[] {
  const objects = objectsBySchema.get(schema) ?? objectsIn(schema);
  objectsBySchema.set(schema, objects);
  return objects;
}

const quoted = (names: readonly string[], last: string): string => {
  const [end, ...rest] = names.map((name) => `\`${name}\``).reverse();
  return rest.length === 0 ? (end ?? '') : `${rest.reverse().join(', ')} ${last} ${end}`;
};

/** The name as it may stand in an answer: cut, and without half characters. */
export function shownName(name: string): string {
  return [...name.slice(0, 2 * MAX_NAME_CHARS)]
    .slice(0, MAX_NAME_CHARS)
    .join('')
    .replaceAll(/\p{Surrogate}|\p{Cc}/gu, '\uFFFD');
}

/**
 * Says what is wrong with a field that a request has and its schema does not know: the field that
 * is meant, by its spelling or by what other APIs call it, the object that a misplaced field
 * belongs to, else which fields there are.
 *
 * @example
 * aboutUnknownField('scheduledFor', { schema: CreatePostBodySchema, path: [], part: 'body' }); // 'Unknown field; did you mean `publishAt`?'
 */
export function aboutUnknownField(
  name: string,
  {
    schema,
    path,
    part,
  }: { readonly schema: z.ZodTypeAny; readonly path: readonly (string | number)[]; readonly part: RequestPart },
): string {
  const unknown = part === 'query' ? 'Unknown parameter' : 'Unknown field';
  const here = namesAt(schema, path);
  if (here.length === 0) return `${unknown}; this call takes ${part === 'query' ? 'none' : 'no body'}.`;
  const short = name.slice(0, 2 * MAX_NAME_CHARS);
  const plain = plainName(short);
  const habit = Object.hasOwn(PEER_HABITS, plain) ? PEER_HABITS[plain] : undefined;
  const peers = Object.hasOwn(PEER_NAMES, plain) ? PEER_NAMES[plain]! : [];

  const same = here.find((known) => plainName(known) === plain);
  if (same !== undefined) return `${unknown}; did you mean \`${same}\`?`;
  const objects = objectsOf(schema);
  const elsewhere = (known: string) => objects.find(({ names }) => names.includes(known));
  const misplaced = objects.flatMap(({ names }) => names).find((known) => plainName(known) === plain);
  if (misplaced !== undefined) return `${unknown} here; \`${misplaced}\` belongs ${elsewhere(misplaced)!.where}.`;

  const translated = peers.filter((known) => here.includes(known));
  if (translated.length > 0) return `${unknown}; did you mean ${quoted(translated, 'or')}?`;
  if (habit !== undefined && part === 'body' && path.length === 0) return `${unknown}; ${habit}.`;
  const near = nearestName(short, here);
  if (near !== null) return `${unknown}; did you mean \`${near}\`?`;
  const away =
    peers.find((known) => elsewhere(known)) ??
    nearestName(
      short,
      objects.flatMap(({ names }) => names),
    );
  if (away !== null && away !== undefined)
    return `${unknown} here; did you mean \`${away}\`, ${elsewhere(away)!.where}?`;
  return `${unknown}; known here: ${quoted(here, 'and')}.`;
}
