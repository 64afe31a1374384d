import { readFile } from 'node:fs/promises';
import type { OperationObject, ReferenceObject, RequestBodyObject, SchemaObject } from 'openapi3-ts/oas31';
import { expect, test } from 'vitest';
import type { ZodTypeAny } from 'zod';
import { z } from 'zod';
import { createSchema } from 'zod-openapi';
import { EVENT_SCHEMAS, EVENT_TYPES, EventSchema, notesOf, routesOf } from '../src/index.ts';
import { buildOpenApi } from '../src/openapi.ts';
import { type SchemaRegistry, toSchema } from '../src/openapi-schema.ts';
import { openApiYaml } from '../src/openapi-yaml.ts';
import { TARGET_FIELDS } from '../src/targets.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

const document: JsonObject = JSON.parse(JSON.stringify(buildOpenApi()));
const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every object inside a value, with its path. */
function* objects(value: Json, path = '#'): Generator<readonly [string, JsonObject]> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* objects(item, `${path}/${index}`);
  } else if (isObject(value)) {
    yield [path, value];
    for (const [key, item] of Object.entries(value)) yield* objects(item, `${path}/${key.replaceAll('/', '~1')}`);
  }
}

function resolve(reference: string): Json | undefined {
  return reference
    .slice(2)
    .split('/')
    .reduce<Json | undefined>((value, key) => (isObject(value) ? value[key] : undefined), document);
}

test('openapi.yaml is what the contract says (else run `pnpm golden`)', async () => {
  expect(await readFile(new URL('../openapi.yaml', import.meta.url), 'utf8')).toBe(openApiYaml());
});

test('the document is OpenAPI 3.1 with one operation per route', () => {
  expect(document.openapi).toBe('3.1.0');
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as JsonObject).map(
      ([method, operation]) => `${method} ${path} ${(operation as JsonObject).operationId}`,
    ),
  );
  const expected = routesOf().map(
    (route) => `${route.method.toLowerCase()} ${route.path.replace(':id', '{id}')} ${notesOf(route.name).operationId}`,
  );
  expect(operations.sort()).toEqual(expected.sort());
});

test('nothing is left of OpenAPI 3.0 or of our notes', () => {
  const keys = new Set([...objects(document)].flatMap(([, value]) => Object.keys(value)));
  for (const key of ['nullable', 'x-about', 'x-wire', 'x-one-of', 'x-never-null']) {
    expect(keys.has(key)).toBe(false);
  }
});

test('no schema has a default: generators would make callers send the field', () => {
  const schemas = [...objects(document)].filter(([, value]) => 'type' in value || '$ref' in value);
  expect(schemas.filter(([, value]) => 'default' in value).map(([path]) => path)).toEqual([]);
});

test('a target is a union by its status, each member with all fields', () => {
  const { schemas } = document.components as { schemas: Record<string, JsonObject> };
  const members = ['PendingTarget', 'PublishedTarget', 'FailedTarget'];
  expect(schemas.Target?.oneOf).toEqual(members.map((name) => ({ $ref: `#/components/schemas/${name}` })));
  for (const [at, status] of ['pending', 'published', 'failed'].entries()) {
    const { properties, required } = schemas[members[at]!] as {
      properties: Record<string, JsonObject>;
      required: string[];
    };
    expect(Object.keys(properties)).toEqual(Object.keys(TARGET_FIELDS));
    const optional = ['thread', 'firstComments'];
    expect(required).toEqual(Object.keys(TARGET_FIELDS).filter((name) => !optional.includes(name)));
    expect(properties.status).toMatchObject({ type: 'string', const: status });
  }
});

test('an optional field of a request takes null, unless it is refused there; a required one never does', () => {
  const { schemas } = document.components as { schemas: Record<string, JsonObject> };
  const takes = (field: Json): boolean =>
    isObject(field) &&
    [field.type, field.anyOf].flat().some((part) => part === 'null' || (isObject(part) && part.type === 'null'));
  const wrong = Object.entries(schemas).flatMap(([title, { additionalProperties, properties, required = [] }]) =>
    additionalProperties === false && isObject(properties)
      ? Object.entries(properties)
          .filter(([name, field]) => takes(field) === (required as Json[]).includes(name))
          .map(([name]) => `${title}.${name}`)
      : [],
  );
  expect(wrong).toEqual([
    'CreatePostRequest.publishAt',
    'CreateWebhookRequest.profileId',
    'ReplayRequest.until',
    'RepostPostRequest.targetIds',
    'UnpublishPostRequest.targetIds',
    'ValidatePostRequest.publishAt',
  ]);
});

test('every reference leads somewhere and every component is used', () => {
  const references = [...objects(document)].flatMap(([, value]) =>
    typeof value.$ref === 'string' ? [value.$ref] : [],
  );
  expect(references.filter((reference) => resolve(reference) === undefined)).toEqual([]);
  const components = Object.entries(document.components as JsonObject)
    .filter(([section]) => section !== 'securitySchemes')
    .flatMap(([section, entries]) =>
      Object.keys(entries as JsonObject).map((name) => `#/components/${section}/${name}`),
    );
  expect(components.filter((component) => !references.includes(component))).toEqual([]);
});

test('every property, parameter, component and response has a sentence', () => {
  const silent = [...objects(document)].flatMap(([path, value]) => {
    const parent = path.split('/').at(-2);
    const described =
      parent === 'properties' || parent === 'parameters' || parent === 'responses' || parent === 'schemas';
    // Which fields go together is said with the fields themselves.
    if (!described || path.includes('/examples/') || /\/oneOf\/\d+\/properties/.test(path)) return [];
    const target = typeof value.$ref === 'string' && value.description === undefined ? resolve(value.$ref) : value;
    return isObject(target) && typeof target.description === 'string' && target.description !== '' ? [] : [path];
  });
  expect(silent).toEqual([]);
});

/** Facts that come from our notes or that the two generators phrase differently. */
const UNCOMPARED = [
  'description',
  'examples',
  'format',
  'minLength',
  'maxLength',
  'oneOf',
  'discriminator',
  'default',
  '$schema',
];

/** Components as they are read out of Zod: the document splits some of them afterwards. */
const read: SchemaRegistry = new Map();

/** One spelling for what JSON Schema can say in several: references, null, one-valued enums. */
function normalised(value: Json): Json {
  if (Array.isArray(value)) return value.map(normalised);
  if (!isObject(value)) return value;
  if (typeof value.$ref === 'string')
    return normalised(JSON.parse(JSON.stringify(read.get(value.$ref.split('/').at(-1)!))));
  if (
    Array.isArray(value.anyOf) &&
    value.anyOf.length === 2 &&
    isObject(value.anyOf[1]) &&
    value.anyOf[1].type === 'null'
  ) {
    const inner = normalised(value.anyOf[0] ?? null);
    if (isObject(inner) && typeof inner.type === 'string') {
      const { type, enum: values, ...rest } = inner;
      return { ...rest, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) };
    }
  }
  const entries = Object.entries(value)
    .filter(([key]) => !UNCOMPARED.includes(key))
    .map(([key, entry]): [string, Json] => {
      if (key === 'properties' && isObject(entry)) {
        const required = Array.isArray(value.required) ? value.required : [];
        const takesNull = (name: string) => value.additionalProperties === false && !required.includes(name);
        const fields = Object.entries(entry).map(([name, property]) => {
          const field = normalised(property);
          return [name, takesNull(name) ? withoutNull(field) : field] as const;
        });
        return [key, Object.fromEntries(fields)];
      }
      if (key === 'const') return ['enum', [entry]];
      return [key, normalised(entry)];
    });
  return Object.fromEntries(entries);
}

/** An optional field of a request: that null counts as absent is no part of its own schema. */
function withoutNull(field: Json): Json {
  if (!isObject(field)) return field;
  const { type, enum: values, ...rest } = field;
  const types = [type ?? []].flat().filter((name) => name !== 'null');
  return {
    ...rest,
    ...(types.length > 0 && { type: types.length === 1 ? types[0]! : types }),
    ...(Array.isArray(values) && { enum: values.filter((name) => name !== null) }),
  };
}

function byOracle(schema: ZodTypeAny): Json {
  return normalised(JSON.parse(JSON.stringify(createSchema(schema, { openapi: '3.1.0', schemaType: 'input' }).schema)));
}

test('an independent generator reads the same schemas out of Zod', () => {
  const ofRoutes = routesOf().flatMap((route) => [route.body, ...Object.values(route.responses)]);
  for (const schema of [...ofRoutes, ...Object.values(EVENT_SCHEMAS)]) {
    if (schema === undefined || schema instanceof z.ZodUndefined) continue;
    expect(normalised(JSON.parse(JSON.stringify(toSchema(read, schema))))).toEqual(byOracle(schema));
  }
});

test('an event is a union by its type, and each type has an entry among the webhooks with a valid example', () => {
  const webhooks = (buildOpenApi().webhooks ?? {}) as Record<string, { post: OperationObject }>;
  const { schemas } = document.components as { schemas: Record<string, JsonObject> };
  expect(Object.keys(webhooks)).toEqual(EVENT_TYPES);
  const refs = EVENT_TYPES.map((type) => {
    const { content } = webhooks[type]!.post.requestBody as RequestBodyObject;
    const { schema, examples } = content['application/json'] as { schema: ReferenceObject; examples: JsonObject };
    const { value } = examples.example1 as JsonObject;
    expect(EventSchema.parse(value)).toEqual(value);
    expect(resolve(schema.$ref)).toMatchObject({ properties: { type: { enum: [type] } } });
    return [type, schema.$ref];
  });
  expect(schemas.WebhookEvent).toMatchObject({
    oneOf: refs.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: 'type', mapping: Object.fromEntries(refs) },
  });
  const headers = webhooks['post.failed']?.post.parameters?.map((it) => resolve((it as ReferenceObject).$ref));
  expect(headers).toEqual(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
      expect.objectContaining({ name, in: 'header', required: true, description: expect.any(String) }),
    ),
  );
});

test('two different schemas of one title are refused', () => {
  const registry: SchemaRegistry = new Map<string, SchemaObject>([['Post', { type: 'string' }]]);
  const post = routesOf().find(({ name }) => name === 'posts.get')?.responses[200];
  expect(() => toSchema(registry, post!)).toThrow('two different schemas are titled Post');
});

test.each([
  ['an intersection', z.object({ a: z.string() }).and(z.object({ b: z.string() }))],
  ['a record of anything but texts', z.record(z.number())],
  ['anything', z.unknown()],
])('%s is refused instead of being written wrongly', (_, schema) => {
  expect(() => toSchema(new Map(), schema)).toThrow();
});
