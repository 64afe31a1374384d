import { z } from 'zod';

/** A schema inside a schema, and where it stands. */
export type Node = { readonly schema: z.ZodTypeAny; readonly path: string };

/** Every schema inside a schema, itself first. */
export function* nodesOf(schema: z.ZodTypeAny, path = ''): Generator<Node> {
  yield { schema, path };
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, z.ZodTypeAny> = schema.shape;
    for (const [name, field] of Object.entries(shape)) yield* nodesOf(field, path === '' ? name : `${path}.${name}`);
  } else if (schema instanceof z.ZodArray) yield* nodesOf(schema.element, `${path}[0]`);
  else if (schema instanceof z.ZodEffects) yield* nodesOf(schema.innerType(), path);
  else if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) yield* nodesOf(schema.unwrap(), path);
  else if (schema instanceof z.ZodDefault) yield* nodesOf(schema.removeDefault(), path);
  else if (schema instanceof z.ZodDiscriminatedUnion) for (const option of schema.options) yield* nodesOf(option, path);
  else if (schema instanceof z.ZodUnion) for (const option of schema.options) yield* nodesOf(option, path);
}
