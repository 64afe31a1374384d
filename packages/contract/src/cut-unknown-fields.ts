import { z } from 'zod';
import { bareSchema } from './bare-schema.ts';
import { LIMITS } from './limits.ts';

/**
 * Removes unknown fields beyond the first 100 from a body or query, in place, before its schema checks it. Returns how many were removed: they are counted, and
 * neither checked nor named.
 *
 * @example
 * cutUnknownFields(CreatePostBodySchema, { ...body, ...thousandOthers }); // 900
 */
export function cutUnknownFields(schema: z.ZodTypeAny, value: unknown): number {
  let kept = 0;
  let removed = 0;
  cut(schema, value);
  return removed;

  function cut(outer: z.ZodTypeAny, inside: unknown): void {
    if (typeof inside !== 'object' || inside === null) return;
    const inner = bareSchema(outer);
    if (inner instanceof z.ZodArray && Array.isArray(inside)) for (const entry of inside) cut(inner.element, entry);
    if (inner instanceof z.ZodObject && inner._def.unknownKeys === 'strict' && !Array.isArray(inside))
      cutObject(inner.shape, inside as Record<string, unknown>);
  }

  function cutObject(shape: Record<string, z.ZodTypeAny>, fields: Record<string, unknown>): void {
    for (const name of Object.keys(fields)) {
      if (Object.hasOwn(shape, name)) cut(shape[name]!, fields[name]);
      else if (kept < LIMITS.errorDetails.value) kept++;
      else {
        Reflect.deleteProperty(fields, name);
        removed++;
      }
    }
  }
}
