import { z } from 'zod';
import { noted } from './documented.ts';

type IntegerBounds = { readonly min: number; readonly max: number };

/**
 * An integer in a query string, written in plain decimal digits: `abc`, `1e2`, `1.5`, `-1` and the
 * empty string are refused. Absent stays undefined; the route's query schema fills its default in.
 */
export function queryInteger(bounds: IntegerBounds) {
  const schema = z
    .union([z.string(), z.number()], {
      errorMap: () => ({ message: `Must be an integer from ${bounds.min} to ${bounds.max}.` }),
    })
    .transform((value, ctx) => {
      const digits = String(value);
      const parsed = /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
      if (parsed >= bounds.min && parsed <= bounds.max) return parsed;
      ctx.addIssue({ code: 'custom', message: `Must be an integer from ${bounds.min} to ${bounds.max}.` });
      return z.NEVER;
    });
  return noted(schema, {
    'x-wire': { type: 'integer', minimum: bounds.min, maximum: bounds.max },
  }).optional();
}

/** `true` or `false` in a query string, nothing else. Absent stays undefined. */
export function queryBoolean() {
  const schema = z
    .union([z.enum(['true', 'false']), z.boolean()], { errorMap: () => ({ message: "Must be 'true' or 'false'." }) })
    .transform((value) => value === true || value === 'true');
  return noted(schema, { 'x-wire': { type: 'boolean' } }).optional();
}
