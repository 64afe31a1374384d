import type { ReferenceObject, SchemaObject } from 'openapi3-ts/oas31';
import { ZodNull, type ZodTypeAny } from 'zod';
import { type SchemaRegistry, toSchema } from './openapi-schema.ts';

/** The meaning of each value of one field for others. */
export type States = {
  readonly by: string;
  readonly states: Readonly<Record<string, Readonly<Record<string, ZodTypeAny>>>>;
};

/** The generator knows no bare null and writes an enum for it. */
const schemaOf = (registry: SchemaRegistry, schema: ZodTypeAny): SchemaObject | ReferenceObject =>
  schema instanceof ZodNull ? { type: 'null' } : toSchema(registry, schema);

const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/**
 * Turns a component into a union by one of its fields: a component per value with all of its
 * fields, and `oneOf` under the old name, so that generated clients narrow. The fields stay those
 * of the one Zod schema.
 *
 * @example
 * splitByState(registry, 'Target', { by: 'status', states: { failed: { error: z.string() } } }); // adds `FailedTarget`
 */
export function splitByState(registry: SchemaRegistry, title: string, { by, states }: States): void {
  const whole = registry.get(title);
  if (!whole?.properties) throw new Error(`${title} is not an object of the API description`);
  const { properties, description, ...rest } = whole;
  const variants = Object.entries(states).map(([state, overrides]) => {
    const name = `${pascal(state)}${title}`;
    const own: Record<string, SchemaObject | ReferenceObject> = {
      [by]: { type: 'string', enum: [state], const: state },
    };
    for (const [field, schema] of Object.entries(overrides)) own[field] = schemaOf(registry, schema);
    const fields = Object.entries(properties).map(([field, schema]) => {
      const sentence = 'description' in schema ? schema.description : undefined;
      const replaced = own[field];
      return [field, replaced ? { ...replaced, ...(sentence && { description: sentence }) } : schema] as const;
    });
    registry.set(name, {
      ...rest,
      description: `${description?.replace(/\.$/, '')}, with \`${by}\` \`${state}\`.`,
      properties: Object.fromEntries(fields),
    });
    return { state, $ref: `#/components/schemas/${name}` };
  });
  registry.set(title, {
    ...(description && { description }),
    oneOf: variants.map(({ $ref }) => ({ $ref })),
    discriminator: { propertyName: by, mapping: Object.fromEntries(variants.map(({ state, $ref }) => [state, $ref])) },
  });
}
