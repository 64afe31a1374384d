import { z } from 'zod';

/** The schema below optional, nullable, default and refinement wrappers. */
export function bareSchema(schema: z.ZodTypeAny): z.ZodTypeAny {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return bareSchema(schema.unwrap());
  if (schema instanceof z.ZodDefault) return bareSchema(schema.removeDefault());
  if (schema instanceof z.ZodEffects) return bareSchema(schema.innerType());
  return schema;
}
