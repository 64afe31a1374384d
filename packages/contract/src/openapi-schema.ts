import { generateSchema } from '@anatine/zod-openapi';
import type { ReferenceObject, SchemaObject, SchemaObjectType } from 'openapi3-ts/oas31';
import type { ZodTypeAny } from 'zod';

/** Named schemas met so far, for `components.schemas`. */
export type SchemaRegistry = Map<string, SchemaObject>;

type Schema = SchemaObject | ReferenceObject;

/** Keywords that the repair below does not handle. None is in use. */
const UNHANDLED = ['allOf', 'anyOf', 'not', 'nullable'] as const;

const NULL: SchemaObject = { type: 'null' };

function mapValues<A, B>(record: Readonly<Record<string, A>>, map: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

/** Files a schema under its title. Two different schemas of one title are a mistake. */
function lift(registry: SchemaRegistry, title: string, schema: SchemaObject): ReferenceObject {
  const known = registry.get(title);
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
    throw new Error(`two different schemas are titled ${title}`);
  }
  registry.set(title, schema);
  return { $ref: `#/components/schemas/${title}` };
}

function orNull(schema: SchemaObject, type: readonly SchemaObjectType[]): SchemaObject {
  if (schema.anyOf) return { ...schema, anyOf: [...schema.anyOf, NULL] };
  return { ...schema, type: [...type, 'null'], ...(schema.enum && { enum: [...schema.enum, null] }) };
}

/** The same schema, which also takes null. */
function withNull(schema: Schema): Schema {
  if ('$ref' in schema) {
    const { description, ...reference } = schema;
    return { ...(description && { description }), anyOf: [reference, NULL] };
  }
  return orNull(schema, [schema.type ?? []].flat());
}

/** The fields of a request. Null means an absent optional field, unless notes refuse it. */
function withNulls(raw: SchemaObject, fields: Readonly<Record<string, Schema>>): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const given = raw.properties?.[name];
      const isNeverNull = raw.required?.includes(name) || (given && 'x-never-null' in given);
      return [name, isNeverNull ? field : withNull(field)];
    }),
  );
}

/** Sets of fields of which one is given: a field that is null is not. */
const alternativesOf = (
  sets: readonly { readonly required: readonly string[] }[],
  fields: Readonly<Record<string, Schema>>,
): SchemaObject[] =>
  sets.map(({ required }) => {
    const given = required.map((name): [string, Schema] => {
      const { description: _, ...field } = fields[name]!;
      return [name, field];
    });
    return { required: [...required], properties: Object.fromEntries(given) };
  });

/** A union: `oneOf` where one field decides, so that clients narrow; otherwise `anyOf`. */
function unionOf(registry: SchemaRegistry, options: readonly Schema[], by?: string): SchemaObject {
  const members = options.map((option) => repair(registry, option));
  if (by === undefined) return { anyOf: members };
  const mapping = members.map((member, at) => {
    const field = 'properties' in options[at]! ? options[at].properties?.[by] : undefined;
    if (!('$ref' in member) || !field || '$ref' in field) throw new Error(`a member of a union by ${by} has no title`);
    return [field.enum?.[0], member.$ref] as const;
  });
  return { oneOf: members, discriminator: { propertyName: by, mapping: Object.fromEntries(mapping) } };
}

const isText = (schema: Schema): boolean => 'type' in schema && [schema.type].flat().join() === 'string';

/**
 * Turns one schema of @anatine/zod-openapi 2.2.8 into clean JSON Schema 2020-12: a single type is
 * not a list, null joins the enum it belongs to, a union is `anyOf` (its members overlap), a titled
 * schema becomes a component, our notes are applied.
 */
function repair(registry: SchemaRegistry, raw: Schema): Schema {
  if ('$ref' in raw) return raw;
  const { type, title, description, oneOf, properties, items, discriminator, ...rest } = raw;
  // A default makes generators require the field; what is left out means stands in its sentence.
  const { 'x-about': about, 'x-wire': wire, 'x-one-of': alternatives, 'x-never-null': __, default: _, ...facts } = rest;
  const unhandled = UNHANDLED.find((keyword) => keyword in facts);
  if (unhandled !== undefined) throw new Error(`the OpenAPI writer does not know ${unhandled}`);
  // Objects of requests say `additionalProperties: false`. Other further fields than texts and
  // anything would need a separate correction.
  const further = facts.additionalProperties;
  const isAnything = typeof further === 'object' && Object.keys(further).length === 0;
  if (typeof further === 'object' && !isAnything && !isText(further))
    throw new Error('the OpenAPI writer knows further fields that are texts or anything');

  const types = [type ?? []].flat();
  const nullable = types.includes('null');
  const plain = types.filter((name) => name !== 'null');
  if (plain.length !== 1 && !oneOf) throw new Error(`a schema has ${plain.length} types: ${JSON.stringify(raw)}`);

  const sentence = title === undefined ? description : about;
  const fields = properties && mapValues(properties, (property) => repair(registry, property));
  // Only objects of requests are closed.
  const isRequest = facts.additionalProperties === false;
  const schema: SchemaObject = {
    ...(plain[0] && !wire && { type: plain[0] }),
    ...(sentence && { description: sentence }),
    ...facts,
    ...(typeof further === 'object' && !isAnything && { additionalProperties: repair(registry, further) }),
    ...(fields && { properties: isRequest ? withNulls(raw, fields) : fields }),
    ...(items && { items: repair(registry, items) }),
    ...(oneOf && !wire && unionOf(registry, oneOf, discriminator?.propertyName)),
    ...(alternatives && fields && { oneOf: alternativesOf(alternatives, fields) }),
    ...wire,
  };
  if (title === undefined) return nullable ? orNull(schema, plain) : schema;

  const reference = lift(registry, title, schema);
  const own = description === undefined || description === about ? {} : { description };
  return nullable ? { ...own, anyOf: [reference, NULL] } : { ...reference, ...own };
}

/**
 * JSON Schema of a Zod schema as OpenAPI 3.1 writes it; titled parts are filed in the registry.
 *
 * @example
 * const registry: SchemaRegistry = new Map();
 * toSchema(registry, PostSchema); // { $ref: '#/components/schemas/Post' }
 */
export function toSchema(registry: SchemaRegistry, schema: ZodTypeAny): Schema {
  const generated: SchemaObject = JSON.parse(JSON.stringify(generateSchema(schema, false, '3.1')));
  return repair(registry, generated);
}
