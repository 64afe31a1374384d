import type { Request } from 'express';
import { illegalArgument, invalidParameter } from './refusals.ts';
import { granted, type Outcome, refused } from './reply.ts';

/** Parameters as on the wire: in `List(a,b)` an encoded comma is text. */
export type RawQuery = ReadonlyMap<string, string>;

export function rawQuery(req: Request): RawQuery {
  const at = req.url.indexOf('?');
  const pairs =
    at === -1
      ? []
      : req.url
          .slice(at + 1)
          .split('&')
          .filter(Boolean);
  return new Map(
    pairs.map((pair) => {
      const equals = pair.indexOf('=');
      return equals === -1 ? [decode(pair), ''] : [decode(pair.slice(0, equals)), pair.slice(equals + 1)];
    }),
  );
}

export function textParameter(query: RawQuery, name: string): string | undefined {
  const raw = query.get(name);
  return raw === undefined ? undefined : decode(raw);
}

/** Reads `List(urn%3Ali%3A…,…)`: syntax unencoded, values encoded (rest.li protocol 2.0.0). */
export function listParameter(query: RawQuery, name: string): Outcome<readonly string[] | undefined> {
  const raw = query.get(name);
  if (raw === undefined) return granted(undefined);
  const inner = /^List\(([^()]*)\)$/.exec(raw)?.[1];
  if (inner === undefined || inner.includes(':')) return refused(invalidParameter(name));
  return granted(inner === '' ? [] : inner.split(',').map(decode));
}

type PageOf<T> = {
  readonly elements: readonly T[];
  readonly paging: { readonly start: number; readonly count: number; readonly links: readonly unknown[] };
};

/** One page of rows by `start` (0) and `count` (10), with `links` to the next. */
export function pageOf<T>(req: Request, rows: readonly T[]): Outcome<PageOf<T>> {
  const query = rawQuery(req);
  const start = whole(textParameter(query, 'start') ?? '0');
  const count = whole(textParameter(query, 'count') ?? '10');
  if (start === null) return refused(invalidParameter('start'));
  if (count === null) return refused(invalidParameter('count'));
  const end = start + count;
  const links = end < rows.length ? [{ type: 'application/json', rel: 'next', href: nextHref(req, end, count) }] : [];
  return granted({ elements: rows.slice(start, end), paging: { start, count, links } });
}

/** Refuses a call without the finder's name, or with one this resource does not have. */
export function finderRefusal(query: RawQuery, finder: string) {
  const named = textParameter(query, 'q');
  if (named === undefined) return illegalArgument("Parameter 'q' is required");
  if (named !== finder) return illegalArgument('Invalid query parameters passed to request');
  return null;
}

function nextHref(req: Request, start: number, count: number): string {
  const kept = [...rawQuery(req)].filter(([name]) => name !== 'start' && name !== 'count');
  return `${req.path}?${[...kept, ['start', start], ['count', count]].map(([name, value]) => `${name}=${value}`).join('&')}`;
}

function whole(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function decode(raw: string): string {
  try {
    return decodeURIComponent(raw.replaceAll('+', ' '));
  } catch {
    return raw;
  }
}
