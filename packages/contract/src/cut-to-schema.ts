import { z } from 'zod';
import { bareSchema } from './bare-schema.ts';
import { LIMITS } from './limits.ts';

/** Well above the 25 entries that any list of a request may have. */
const MAX_LIST_ENTRIES = 50;

/**
 * Shortens a body or query, in place, before its schema checks it: unknown fields beyond the first
 * 100 are removed, lists end after 50 entries. Such a request is refused all the same, but a schema
 * checks each field and entry, and names each broken one. Returns how many unknown fields were
 * removed, which nobody names.
 *
 * @example
 * cutToSchema(CreatePostBodySchema, { ...body, ...thousandOthers }); // 900
 */
export function cutToSchema(schema: z.ZodTypeAny, value: unknown): number {
  let kept = 0;
  let removed = 0;
  cut(schema, value);
  return removed;

  function cut(outer: z.ZodTypeAny, inside: unknown): void {
    if (typeof inside !== 'object' || inside === null) return;
    const inner = bareSchema(outer);
    if (inner instanceof z.ZodArray && Array.isArray(inside)) cutList(inner.element, inside);
    if (inner instanceof z.ZodObject && inner._def.unknownKeys === 'strict' && !Array.isArray(inside))
      cutObject(inner.shape, inside as Record<string, unknown>);
  }

  function cutList(element: z.ZodTypeAny, entries: unknown[]): void {
    entries.splice(MAX_LIST_ENTRIES);
    for (const entry of entries) cut(element, entry);
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
