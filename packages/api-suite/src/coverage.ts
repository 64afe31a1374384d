import type { WireAnswer, WireRequest } from './implementation.ts';
import { type Description, operationsOf } from './openapi.ts';

/** Which documented answers the statements got. */
export type Coverage = {
  note(request: WireRequest, answer: WireAnswer): void;
  /** `POST /api/v1/posts 404 account_not_found` of each documented answer that no statement got, except the open ones. */
  missing(): readonly string[];
  /** Answers declared as open that a statement got. */
  wronglyOpen(): readonly string[];
};

/** Errors of the hub routes, which are not built. */
const BEFORE_HUBS = [
  'invalid_request',
  'unauthorized',
  'method_not_allowed',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'not_implemented',
  'internal_error',
  'unavailable',
];

/** Why a documented answer is not expected; null when it is. `code` is null for answers without an error. */
export function whyOpen(operation: string, code: string | null): string | null {
  if (!/connect-hub|\/spaces$/.test(operation)) return null;
  return BEFORE_HUBS.includes(code ?? '') ? null : 'hubs are not built: the route answers 501 not_implemented';
}

export function createCoverage({ operations }: Description): Coverage {
  const seen = new Set<string>();
  const documented = operations.flatMap(({ name, answers }) =>
    [...answers].flatMap(([status, { codes }]) =>
      (codes.length === 0 ? [null] : codes).map((code) => ({ name, status, code, key: keyOf(name, status, code) })),
    ),
  );
  return {
    note({ method, path }, { status, body }) {
      const code = codeOf(body);
      for (const { name } of operationsOf(operations, method, path)) seen.add(keyOf(name, status, code));
    },
    missing: () =>
      documented.filter(({ name, code, key }) => !seen.has(key) && whyOpen(name, code) === null).map(({ key }) => key),
    wronglyOpen: () =>
      documented.filter(({ name, code, key }) => seen.has(key) && whyOpen(name, code) !== null).map(({ key }) => key),
  };
}

/** Documented answers that are open, by reason. */
export function openAnswers({ operations }: Description): ReadonlyMap<string, readonly string[]> {
  const open = new Map<string, string[]>();
  for (const { name, answers } of operations) {
    for (const [status, { codes }] of answers) {
      for (const code of codes.length === 0 ? [null] : codes) {
        const why = whyOpen(name, code);
        if (why !== null) open.set(why, [...(open.get(why) ?? []), keyOf(name, status, code)]);
      }
    }
  }
  return open;
}

const keyOf = (operation: string, status: number, code: string | null): string =>
  code === null ? `${operation} ${status}` : `${operation} ${status} ${code}`;

function codeOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('error' in body)) return null;
  const { error } = body;
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : null;
}
