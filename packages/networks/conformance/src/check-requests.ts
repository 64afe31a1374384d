import { type RequestRow, rowsOf } from '@fanfare/network/testing/requests';
import { expect } from 'vitest';
import { readWire } from './read-wire.ts';
import type { Stage } from './stage.ts';

/** Rows of writes the world can see are set in bold. */
const isPublic = ({ purpose }: RequestRow): boolean => purpose.startsWith('**');

/**
 * Holds everything that went over the wire against the table of the page: exactly one row for each request, and the rows of public writes for public calls and
 * for no others. Returns the rows that were met.
 */
export function checkRequests(table: readonly RequestRow[], stage: Stage): readonly RequestRow[] {
  const publicCalls = new Set(
    stage.sent.filter(({ effect }) => effect === 'public').map(({ method, url }) => addressOf(method, url)),
  );
  const met: RequestRow[] = [];
  const unlike: string[] = [];
  for (const request of stage.requests) {
    const rows = rowsOf(table, readWire(request));
    const [row] = rows;
    const line = `${request.method} ${request.url.pathname}`;
    if (row === undefined || rows.length > 1) unlike.push(`${line} has ${rows.length} rows: ${describeWire(request)}`);
    else if (isPublic(row) !== publicCalls.has(addressOf(request.method, request.url)))
      unlike.push(`${line} is ${isPublic(row) ? 'public in the table alone' : 'public, but not in the table'}`);
    met.push(...rows);
  }
  expect(unlike).toEqual([]);
  return met;
}

function addressOf(method: string, url: string | URL): string {
  const { origin, pathname } = new URL(url);
  return `${method} ${origin}${pathname}`;
}

function describeWire({ url, headers, body }: Stage['requests'][number]): string {
  return JSON.stringify({ query: url.search, headers, body: body().toString('latin1').slice(0, 500) });
}
