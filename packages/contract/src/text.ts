import { type ZodEffects, type ZodString, z } from 'zod';
import { noted } from './documented.ts';

/** Bounds in Unicode code points, as `minLength` and `maxLength` of JSON Schema count. */
export type TextBounds = { readonly min?: number; readonly max?: number };

/** Length in Unicode code points: an emoji of one code point counts 1, not 2. */
export function codePointLength(value: string): number {
  let length = 0;
  for (const _ of value) length += 1;
  return length;
}

/** Matches half of a UTF-16 pair; in a well-formed string the `u` flag never sees one. */
export const LONE_SURROGATE = /\p{Surrogate}/u;

/** Returns the characters that no network or database takes, or null. */
function brokenCharacter(value: string): string | null {
  if (value.includes('\u0000')) return 'Must not contain the character U+0000.';
  if (LONE_SURROGATE.test(value)) return 'Must not contain a lone surrogate (half of a UTF-16 pair).';
  return null;
}

/**
 * The one builder of request strings: refuses U+0000, lone surrogates and lengths out of bounds
 * (code points).
 *
 * @example
 * const altText = text({ max: 1000 }).optional();
 */
export function text({ min, max }: TextBounds = {}): ZodEffects<ZodString, string, string> {
  const schema = z.string().superRefine((value, ctx) => {
    const broken = brokenCharacter(value);
    if (broken !== null) ctx.addIssue({ code: 'custom', message: broken });
    const length = max === undefined && min === undefined ? 0 : codePointLength(value);
    if (min !== undefined && length < min) {
      ctx.addIssue({
        code: 'custom',
        message: length === 0 ? 'Must not be empty.' : `Must have at least ${min} characters.`,
      });
    }
    if (max !== undefined && length > max) {
      ctx.addIssue({ code: 'custom', message: `Must have at most ${max} characters, has ${length}.` });
    }
  });
  return noted(schema, { ...(min !== undefined && { minLength: min }), ...(max !== undefined && { maxLength: max }) });
}
