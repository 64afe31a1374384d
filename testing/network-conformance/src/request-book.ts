import type { OutgoingCall } from '@fanfare/network';
import { type RequestRow, rowsOf } from '@fanfare/network/testing/requests';
import { expect } from 'vitest';
import type { Fixture } from './fixture.ts';
import { readWire } from './read-wire.ts';
import type { WireRequest } from './record-requests.ts';

/** Records which request matched which row of a page's table, over all tests of a network. */
export type RequestBook = {
  /** Compares requests with the table: each matches one row, public calls public rows. */
  check(fixture: Pick<Fixture, 'sent' | 'requests'>): void;
  /** Purpose of the row a request matches; empty when it matches none. */
  purposeOf(request: WireRequest): string;
  /** A request that the user's browser makes. */
  meet(call: OutgoingCall): void;
  /** Purposes of rows that no request matched. */
  unmet(): readonly string[];
  /** Optional parts that no request had: `Publish a post: made_with_ai`. */
  unsent(): readonly string[];
  /** Requests with one mistake that matched a row anyway. */
  metWrongly(): readonly OutgoingCall[];
};

/** Rows of public writes are bold. */
const isPublic = ({ purpose }: RequestRow): boolean => purpose.startsWith('**');
/** Rows of addresses from an answer: any query and body matches. */
const isAnywhere = ({ address }: RequestRow): boolean => !address.source.endsWith('$');
const addressOf = (method: string, { origin, pathname }: URL): string => `${method} ${origin}${pathname}`;

/** `byteTypes` are the content types of bodies that are nothing but the bytes of a file. */
export function createRequestBook(table: readonly RequestRow[], byteTypes?: readonly string[]): RequestBook {
  const met = new Map<RequestRow, OutgoingCall>();
  const waiting = new Map(
    table.flatMap((row) => optionsOf(row).map(({ name, strict }) => [`${row.purpose}: ${name}`, strict])),
  );

  const meet = (call: OutgoingCall): readonly RequestRow[] => {
    const rows = rowsOf(table, call);
    for (const row of rows) met.set(row, call);
    for (const [name, strict] of waiting) if (rowsOf([strict], call).length > 0) waiting.delete(name);
    return rows;
  };

  return {
    meet,
    check({ sent, requests }) {
      const publicRows = new Set(
        sent.filter(({ effect }) => effect === 'public').flatMap((call) => rowsOf(table, call)),
      );
      const unlike: string[] = [];
      // A request that was refused before its body arrived counts like the complete ones.
      for (const request of requests.filter(({ isWhole }) => isWhole())) {
        const [row, ...more] = meet(readWire(request, byteTypes));
        const address = addressOf(request.method, request.url);
        if (row === undefined || more.length > 0)
          unlike.push(`${address} has ${row === undefined ? 0 : more.length + 1} rows: ${describeWire(request)}`);
        else if (isPublic(row) !== publicRows.has(row))
          unlike.push(`${address} is ${isPublic(row) ? 'public in the table alone' : 'public, but not in the table'}`);
      }
      expect(unlike).toEqual([]);
    },
    purposeOf: (request) => rowsOf(table, readWire(request, byteTypes))[0]?.purpose ?? '',
    unmet: () => table.filter((row) => !met.has(row)).map(({ purpose }) => purpose),
    unsent: () => [...waiting.keys()],
    metWrongly() {
      const wrong = [...met].filter(([row]) => !isAnywhere(row)).flatMap(([, call]) => differing(call));
      expect(wrong).not.toEqual([]);
      return wrong.filter((call) => rowsOf(table, call).length > 0);
    },
  };
}

/** The row once for each optional part, matched only by requests that have it. */
function optionsOf(row: RequestRow): readonly { readonly name: string; readonly strict: RequestRow }[] {
  return (['query', 'headers', 'fields'] as const).flatMap((part) =>
    row[part].flatMap((item) => {
      if (!item.optional) return [];
      const items = row[part].map((each) => (each === item ? { ...item, optional: false } : each));
      return [{ name: item.name, strict: { ...row, [part]: items } }];
    }),
  );
}

function describeWire({ url, headers, body }: WireRequest): string {
  return JSON.stringify({ query: url.search, headers, body: body().toString('latin1').slice(0, 500) });
}

/** The same request with one mistake each. */
function differing(call: OutgoingCall): readonly OutgoingCall[] {
  const isFile = call.body !== undefined && 'bytes' in call.body;
  return [
    { ...call, method: call.method === 'PUT' ? 'DELETE' : 'PUT' },
    { ...call, url: new URL('/elsewhere', call.url) },
    { ...call, query: { ...call.query, more: '1' } },
    { ...call, headers: { ...call.headers, 'x-more': '1' } },
    { ...call, body: { json: { more: 1 } } },
    // What a file holds is no matter of the table.
    ...(isFile ? [] : [{ ...call, body: { bytes: new Uint8Array(1), contentType: 'text/plain', contentLength: 1 } }]),
  ];
}
