import type { ZodError } from 'zod';
import type { FieldError } from './errors.ts';

/**
 * Writes a path the way error details do.
 *
 * @example
 * formatPath(['platforms', 1, 'mediaItems', 2, 'url']); // 'platforms[1].mediaItems[2].url'
 */
export function formatPath(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}

/**
 * The `details` of an `invalid_request` answer, one per broken field.
 *
 * @example
 * const parsed = CreatePostBodySchema.safeParse(body);
 * if (!parsed.success) return { code: 'invalid_request', details: toFieldErrors(parsed.error) };
 */
export function toFieldErrors(error: ZodError): FieldError[] {
  return error.issues.map((issue) => ({ path: formatPath(issue.path), message: issue.message }));
}
