import type { WireAnswer, WireRequest } from './implementation.ts';
import { type Description, operationsOf } from './openapi.ts';

/** Documented answers that the statements got. */
export type Coverage = {
  note(request: WireRequest, answer: WireAnswer): void;
  /** `POST /api/v1/posts 404 account_not_found` of each documented answer that no statement got. */
  missing(): readonly string[];
  /** `404 not_found` of each documented answer that no statement got from any route. */
  missingOnAnyRoute(): readonly string[];
};

export function createCoverage({ operations }: Description): Coverage {
  const seen = new Set<string>();
  const documented = operations.flatMap(({ name, answers }) =>
    [...answers].flatMap(([status, { codes }]) =>
      (codes.length === 0 ? [null] : codes).map((code) => keyOf(name, status, code)),
    ),
  );
  return {
    note({ method, path }, { status, body }) {
      const code = codeOf(body);
      for (const { name } of operationsOf(operations, method, path)) seen.add(keyOf(name, status, code));
    },
    missing: () => documented.filter((key) => !seen.has(key)),
    missingOnAnyRoute() {
      const given = new Set([...seen].map(withoutRoute));
      return [...new Set(documented.map(withoutRoute))].filter((answer) => !given.has(answer));
    },
  };
}

const keyOf = (operation: string, status: number, code: string | null): string =>
  code === null ? `${operation} ${status}` : `${operation} ${status} ${code}`;

const withoutRoute = (key: string): string => key.split(' ').slice(2).join(' ');

function codeOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('error' in body)) return null;
  const { error } = body;
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : null;
}
