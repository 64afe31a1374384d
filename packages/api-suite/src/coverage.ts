import type { WireAnswer, WireRequest } from './implementation.ts';
import { type Description, operationsOf } from './openapi.ts';

/** Which documented answers were really given. */
export type Coverage = {
  note(request: WireRequest, answer: WireAnswer): void;
  /** `POST /api/v1/posts 404 account_not_found` of each documented answer that nobody got, but for the open ones. */
  missing(): readonly string[];
  /** Those declared as open that were got all the same. */
  wronglyOpen(): readonly string[];
};

/** What no request of a caller brings about, and why. `route` is a part of the route's name; every route without. */
const OPEN: readonly { readonly code: string; readonly route?: string; readonly why: string }[] = [
  { code: 'internal_error', why: 'a fault of the service itself: no request is known to cause one' },
  { code: 'unavailable', why: 'the service is stopping, or its database is away' },
  { code: 'not_implemented', route: '!hub', why: 'the route is built' },
];
const HUBS = 'hubs are not built: the route answers 501 not_implemented';

/** Why a documented answer is not expected; null where it is. */
export function whyOpen(operation: string, status: number, code: string | null): string | null {
  const isHub = /connect-hub|\/spaces$/.test(operation);
  if (isHub && isAfterHub(operation, status, code)) return HUBS;
  const open = OPEN.find((one) => one.code === code && !(one.route === '!hub' && isHub));
  return open?.why ?? null;
}

/** Answers that a route of hubs gives only when it is built: everything but what is told before the route is asked. */
function isAfterHub(operation: string, status: number, code: string | null): boolean {
  if (status < 300 || status === 502 || status === 409 || status === 403 || status === 404) return true;
  const early = ['invalid_request', 'unauthorized', 'method_not_allowed', 'rate_limited', 'payload_too_large'];
  const isEarly = code !== null && [...early, 'unsupported_media_type', 'not_implemented'].includes(code);
  return !isEarly && !['internal_error', 'unavailable'].includes(code ?? '') && operation !== '';
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
      documented
        .filter(({ name, status, code, key }) => !seen.has(key) && whyOpen(name, status, code) === null)
        .map(({ key }) => key),
    wronglyOpen: () =>
      documented
        .filter(({ name, status, code, key }) => seen.has(key) && whyOpen(name, status, code) !== null)
        .map(({ key }) => key),
  };
}

/** Documented answers that are open, by reason. */
export function openAnswers({ operations }: Description): ReadonlyMap<string, readonly string[]> {
  const open = new Map<string, string[]>();
  for (const { name, answers } of operations) {
    for (const [status, { codes }] of answers) {
      for (const code of codes.length === 0 ? [null] : codes) {
        const why = whyOpen(name, status, code);
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
