import { z } from 'zod';
import { noted, notesOf } from './documented.ts';

/** A request object below the step that drops its nulls. */
export type RequestObject<Shape extends z.ZodRawShape> = z.ZodEffects<
  z.ZodObject<Shape, 'strict'>,
  z.output<z.ZodObject<Shape, 'strict'>>,
  z.input<z.ZodObject<Shape, 'strict'>>
>;

/**
 * Refuses null in an optional field of a request, with this reason: for fields whose absence does
 * something that cannot be undone. JSON makes null of an invalid `Date`, so a null there may be a
 * mistake.
 *
 * @example
 * requestObject({ publishAt: neverNull(TimestampSchema.optional(), 'Must not be null.') });
 */
export const neverNull = <T extends z.ZodTypeAny>(field: T, reason: string): T =>
  noted(field, { ...notesOf(field), 'x-never-null': reason });

/**
 * The one builder of objects in requests, bodies and queries alike. A field it does not know is
 * refused: a misspelt `publishAt` would otherwise publish at once. An optional field that is null
 * counts as absent, unless it is one of `neverNull`.
 *
 * @example
 * const body = requestObject({ title: text(), note: text().optional() });
 * body.parse({ title: 'a', note: null }); // { title: 'a' }
 * body.safeParse({ title: 'a', tittle: 'b' }).success; // false
 */
export function requestObject<Shape extends z.ZodRawShape>(shape: Shape): RequestObject<Shape> {
  const optional = new Set(Object.keys(shape).filter((name) => shape[name]?.isOptional()));
  const withoutNulls = (value: unknown, ctx: z.RefinementCtx): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const entries = Object.entries(value);
    const kept = entries.filter(([name, field]) => field !== null || !optional.has(name));
    if (kept.length === entries.length) return value;
    for (const [name, field] of entries) {
      const reason = field === null && optional.has(name) && notesOf(shape[name]!)?.['x-never-null'];
      if (reason) ctx.addIssue({ code: 'custom', path: [name], message: reason });
    }
    return Object.fromEntries(kept);
  };
  // `preprocess` types what it takes as unknown; the step changes nothing but nulls, which callers
  // may but need not write.
  return z.preprocess(withoutNulls, z.object(shape).strict()) as RequestObject<Shape>;
}

/** The query of a route that has no parameters. */
export const NoQuerySchema = requestObject({});

/** The body of a route that takes none: nothing, null or `{}`. */
export const NoFieldsSchema = requestObject({}).nullish();
