import type { OutgoingCall } from '@fanfare/network';
import { type RequestRow, rowsOf } from '@fanfare/network/testing/requests';
import { expect } from 'vitest';
import { readWire } from './read-wire.ts';
import type { Stage } from './stage.ts';

/** Rows of writes the world can see are set in bold. */
const isPublic = ({ purpose }: RequestRow): boolean => purpose.startsWith('**');

/**
 * Holds everything that went over the wire against the table of the page: exactly one row for each request, and the rows of public writes for public calls and
 * for no others. Returns the rows that were met, each with the last request that met it.
 */
export function checkRequests(table: readonly RequestRow[], stage: Stage): ReadonlyMap<RequestRow, OutgoingCall> {
  const publicCalls = new Set(
    stage.sent.filter(({ effect }) => effect === 'public').map(({ method, url }) => addressOf(method, url)),
  );
  const met = new Map<RequestRow, OutgoingCall>();
  const unlike: string[] = [];
  // A request that was refused halfway is like its twins that were heard out.
  for (const request of stage.requests.filter(({ isWhole }) => isWhole())) {
    const call = readWire(request);
    const rows = rowsOf(table, call);
    const [row] = rows;
    const line = `${request.method} ${request.url.pathname}`;
    if (row === undefined || rows.length > 1) unlike.push(`${line} has ${rows.length} rows: ${describeWire(request)}`);
    else if (isPublic(row) !== publicCalls.has(addressOf(request.method, request.url)))
      unlike.push(`${line} is ${isPublic(row) ? 'public in the table alone' : 'public, but not in the table'}`);
    for (const each of rows) met.set(each, call);
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

/** Rows of addresses that an answer gave: they hold whatever they hold. */
export const isAnywhere = ({ address }: RequestRow): boolean => !address.source.endsWith('$');

/** The same request, wrong in one thing each time. */
export function differing(call: OutgoingCall): readonly OutgoingCall[] {
  const { origin } = new URL(call.url);
  return [
    { ...call, method: 'DELETE' },
    { ...call, url: `${origin}/elsewhere` },
    { ...call, query: { ...call.query, more: '1' } },
    { ...call, headers: { ...call.headers, 'x-more': '1' } },
    { ...call, body: { json: { more: 1 } } },
    { ...call, body: { bytes: new Uint8Array(1), contentType: 'text/plain', contentLength: 1 } },
  ];
}
