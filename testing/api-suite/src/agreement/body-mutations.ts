import { brokenValues } from './broken-values.ts';
import type { Json } from './call.ts';
import type { RequestSchema } from './request-schemas.ts';

/** A body with exactly one thing changed, and what that is. */
export type Mutated = { readonly name: string; readonly body: Json };

type Place = {
  readonly schema: RequestSchema;
  readonly value: Json;
  readonly path: string;
  readonly put: (value: Json) => Json;
};
type Fields = Readonly<Record<string, Json>>;

const isFields = (value: Json): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every field of a body that its schema knows, from the outside in. */
function* placesOf(place: Place): Generator<Place> {
  yield place;
  const { schema, value, path, put } = place;
  if (Array.isArray(value) && schema.items) {
    const items = value as readonly Json[];
    for (const [at, item] of items.entries()) {
      yield* placesOf({
        schema: schema.items,
        value: item,
        path: `${path}[${at}]`,
        put: (next) => put(items.with(at, next)),
      });
    }
  }
  if (!isFields(value)) return;
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const own = value[name];
    if (own === undefined) continue;
    yield* placesOf({
      schema: field,
      value: own,
      path: path === '' ? name : `${path}.${name}`,
      put: (next) => put({ ...value, [name]: next }),
    });
  }
}

/**
 * Unknown fields: misspelt ones, those of other APIs, known ones in the wrong place, and names with
 * a meaning in JavaScript.
 */
const STRANGERS: readonly (readonly [string, Json])[] = [
  ['contnet', 'a'],
  ['publishat', null],
  ['scheduledFor', '2031-01-01T00:00:00Z'],
  ['mediaUrls', []],
  ['isDraft', true],
  ['accountId', '{{account:x:active:0}}'],
  ['publishAt', '2031-01-01T00:00:00Z'],
  ['url', 'https://files.example.com/a.jpg'],
  ['', 0],
  ['x'.repeat(80), {}],
  ['__proto__', { a: 1 }],
  ['constructor', null],
];

function* mutationsAt({ schema, value, path, put }: Place): Generator<Mutated> {
  const where = path === '' ? 'the body' : path;
  for (const broken of brokenValues(schema, value)) {
    yield { name: `${where} is ${broken.name}`, body: put(broken.value) };
  }
  if (!isFields(value)) return;
  for (const name of schema.required ?? []) {
    const { [name]: gone, ...rest } = value;
    if (gone !== undefined) yield { name: `${where} without ${name}`, body: put(rest) };
  }
  for (const [name, stranger] of STRANGERS) {
    if (Object.hasOwn(schema.properties ?? {}, name)) continue;
    yield { name: `${where} with the unknown field ${name}`, body: put({ ...value, [name]: stranger }) };
  }
}

/** Every way the schema knows to change one thing of a body. */
export function bodyMutations(schema: RequestSchema, body: Json): readonly Mutated[] {
  const root: Place = { schema, value: body, path: '', put: (value) => value };
  return [...placesOf(root)].flatMap((place) => [...mutationsAt(place)]);
}
