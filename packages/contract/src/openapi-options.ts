import { isReferenceObject, type ReferenceObject, type SchemaObject } from 'openapi3-ts/oas31';
import type { ZodTypeAny } from 'zod';
import { type SchemaRegistry, toSchema } from './openapi-schema.ts';

const COMPONENT = '#/components/schemas/';

/**
 * JSON Schema 2020-12 of an object with these options, on its own. A null, which requests may have
 * in place of an absent field, is not mentioned.
 *
 * @example
 * optionsSchema({ link: z.enum(['auto', 'none']) });
 * // { type: 'object', properties: { link: { type: 'string', enum: ['auto', 'none'] } }, additionalProperties: false }
 */
export function optionsSchema(options: Readonly<Record<string, ZodTypeAny>>): Readonly<Record<string, unknown>> {
  const registry: SchemaRegistry = new Map();
  const properties = Object.entries(options).map(([name, option]) => [
    name,
    plain(registry, toSchema(registry, option)),
  ]);
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
}

/** Puts components in the place of their references, and leaves out null. */
function plain(registry: SchemaRegistry, schema: SchemaObject | ReferenceObject): SchemaObject {
  if (isReferenceObject(schema)) {
    const component = plain(registry, registry.get(schema.$ref.slice(COMPONENT.length))!);
    return schema.description ? { ...component, description: schema.description } : component;
  }
  const { type, enum: values, anyOf, properties, items, ...facts } = schema;
  const types = [type ?? []].flat().filter((name) => name !== 'null');
  const others = anyOf?.map((each) => plain(registry, each)).filter(({ type: name }) => name !== 'null') ?? [];
  return {
    ...(others.length === 1 && others[0]),
    ...(others.length > 1 && { anyOf: others }),
    ...(types[0] !== undefined && { type: types[0] }),
    ...facts,
    ...(values && { enum: values.filter((value) => value !== null) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, plain(registry, each)])),
    }),
    ...(items && { items: plain(registry, items) }),
  };
}
