import type { ZodError, ZodTypeAny } from 'zod';
import type { FieldError } from './errors.ts';
import { shapeMessage } from './shape-messages.ts';
import { aboutUnknownField, type RequestPart, shownName } from './unknown-fields.ts';

/** Unknown fields above this are not compared with known ones: a comparison takes 50 µs. */
const MAX_COMPARED = 10;

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
 * The `details` of an `invalid_request` answer, one per broken field. Unknown fields come first:
 * they are what explains a missing one.
 *
 * @example
 * const parsed = CreatePostBodySchema.safeParse(body);
 * if (!parsed.success) return { code: 'invalid_request', details: toFieldErrors(parsed.error, CreatePostBodySchema) };
 */
export function toFieldErrors(error: ZodError, schema: ZodTypeAny, part: RequestPart = 'body'): FieldError[] {
  const prefix = part === 'path' || part === 'headers' ? [part] : [];
  const unknown = error.issues
    .flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys.map((name) => ({ ...issue, name })) : []))
    .map(({ path, name }, at) => ({
      path: formatPath([...prefix, ...path, shownName(name)]),
      message: at < MAX_COMPARED ? aboutUnknownField(name, { schema, path, part }) : 'Unknown field.',
    }));
  const broken = error.issues
    .filter(({ code }) => code !== 'unrecognized_keys')
    .map((issue) => ({ path: formatPath([...prefix, ...issue.path]), message: shapeMessage(issue, part) }));
  return [...unknown, ...broken];
}
