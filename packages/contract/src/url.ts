import { type ZodEffects, type ZodString, z } from 'zod';
import { noted } from './documented.ts';
import { LIMITS } from './limits.ts';
import { codePointLength, LONE_SURROGATE } from './text.ts';

/** Hosts a browser reaches on the user's own machine; `http` is safe for a redirect to them. */
const LOOPBACK_HOST = /^(?:localhost|[^.]+(?:\.[^.]+)*\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Says in one sentence why a string is not an absolute http(s) URL without user info, or null when
 * it is. Stricter than the URL parser, which forgives missing slashes, spaces and backslashes that
 * networks do not forgive.
 *
 * @example
 * httpUrlProblem('https://cdn.example.com/a.jpg'); // null
 * httpUrlProblem('ftp://cdn.example.com/a.jpg'); // 'Must be an absolute http or https URL.'
 */
export function httpUrlProblem(value: string): string | null {
  if (LONE_SURROGATE.test(value)) return 'Must not contain a lone surrogate (half of a UTF-16 pair).';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u0020\u007f\\]/.test(value))
    return 'Must not contain spaces, control characters or backslashes; percent-encode them.';
  const authority = /^https?:\/\/([^/?#]+)/i.exec(value)?.[1];
  if (authority === undefined || !URL.canParse(value)) return 'Must be an absolute http or https URL.';
  if (authority.includes('@')) return 'Must not contain user info (the part before @).';
  return null;
}

/** Says why a hub's address is refused, or null: an http(s) URL without query and fragment. */
export function hubUrlProblem(value: string): string | null {
  const problem = httpUrlProblem(value);
  if (problem !== null) return problem;
  return /[?#]/.test(value) ? 'Must not have a query or a fragment.' : null;
}

/**
 * Says why a redirect address is refused, or null: https, or http on loopback; no user, no
 * fragment.
 */
export function redirectUrlProblem(value: string): string | null {
  const problem = httpUrlProblem(value);
  if (problem !== null) return problem;
  if (value.includes('#')) return 'Must not have a fragment.';
  const url = new URL(value);
  if (url.protocol === 'http:' && !LOOPBACK_HOST.test(url.hostname))
    return 'Must use https; http is allowed on a loopback host only.';
  return null;
}

/** Says why a webhook's address is refused, or null: an http(s) URL without fragment. */
export function webhookUrlProblem(value: string): string | null {
  return httpUrlProblem(value) ?? (value.includes('#') ? 'Must not have a fragment.' : null);
}

/** A URL in a request: 1 to 2,048 code points and free of the given problem. */
export function urlText(
  problemOf: (value: string) => string | null = httpUrlProblem,
): ZodEffects<ZodString, string, string> {
  const max = LIMITS.urlChars.value;
  const schema = z.string().superRefine((value, ctx) => {
    const problem =
      codePointLength(value) > max
        ? `Must have at most ${max} characters.`
        : value === ''
          ? 'Must not be empty.'
          : problemOf(value);
    if (problem !== null) ctx.addIssue({ code: 'custom', message: problem });
  });
  return noted(schema, { format: 'uri', minLength: 1, maxLength: max });
}
