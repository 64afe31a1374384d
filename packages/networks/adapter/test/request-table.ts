import type { OutgoingBody, OutgoingCall } from '../src/http.ts';
import type { Json } from '../src/public-write.ts';

type Item = { readonly name: string; readonly value: RegExp; readonly optional: boolean };

/** One row of the table "Every request" of a page under docs/networks. */
export type RequestRow = {
  readonly purpose: string;
  readonly method: string;
  readonly address: RegExp;
  readonly query: readonly Item[];
  readonly headers: readonly Item[];
  /** `none`, `json`, `form`, `multipart` or `bytes`. */
  readonly kind: string;
  readonly fields: readonly Item[];
};

const HEADER = '| Purpose | Method | Path | Query and headers | Body |\n|---|---|---|---|---|\n';

/**
 * Reads the table of requests of a page. `known` are the values of `{…}` in paths; an unknown one
 * matches one segment, and a path that is only an unknown `{…}` matches any address.
 */
export function readRequestTable(page: string, known: Readonly<Record<string, string>>): readonly RequestRow[] {
  const start = page.indexOf(HEADER) + HEADER.length;
  const rows = page.slice(start, page.indexOf('\n\n', start)).split('\n');
  return rows.map((row) => {
    const [purpose = '', method = '', path = '', query = '', body = ''] = row.slice(2, -2).split(' | ');
    const items = readItems(query);
    const [kind = ''] = body.split(' ');
    const address = path.slice(1, -1);
    return {
      purpose,
      method,
      address: /^\{(?!api|web|www)\w+\}$/.test(address) ? /^https?:/ : pattern(address, known, '[^/]+'),
      query: items.filter(({ separator }) => separator === '='),
      headers: items.filter(({ separator }) => separator !== '='),
      kind,
      fields: readItems(body),
    };
  });
}

function readItems(cell: string): readonly (Item & { readonly separator: string })[] {
  return [...cell.matchAll(/(\[?)`([A-Za-z_][\w.-]*(?:\[\])?)(?:(=|: )([^`]*))?`/g)].map(
    ([, bracket, name = '', separator = '=', value]) => ({
      name: separator === '=' ? name : name.toLowerCase(),
      value: value === undefined ? /^/ : pattern(value, {}, '.+'),
      optional: bracket === '[',
      separator,
    }),
  );
}

function pattern(text: string, known: Readonly<Record<string, string>>, other: string): RegExp {
  const parts = text.split(/(\{\w+(?::\w+)?\})/).map((part) => {
    const name = /^\{(.+)\}$/.exec(part)?.[1];
    if (name === undefined) return literal(part);
    return known[name] === undefined ? other : literal(known[name]);
  });
  return new RegExp(`^${parts.join('')}$`, 's');
}

const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/**
 * The rows that match a call in method, address, every parameter, header and field: nothing
 * missing, nothing else.
 */
export function rowsOf(table: readonly RequestRow[], call: OutgoingCall): readonly RequestRow[] {
  const url = new URL(call.url);
  for (const [name, value] of Object.entries(call.query ?? {}))
    if (value !== undefined) url.searchParams.set(name, value);
  const headers = Object.entries(call.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  const { kind, fields } = readBody(call.body);
  return table.filter(
    (row) =>
      row.method === call.method &&
      row.address.test(url.origin + url.pathname) &&
      // An address from an answer has its own content.
      (row.address.source === '^https?:' || agree(row.query, [...url.searchParams])) &&
      agree(row.headers, headers) &&
      row.kind === kind &&
      agree(row.fields, fields),
  );
}

function agree(items: readonly Item[], given: readonly (readonly [name: string, value: string | null])[]): boolean {
  const values = new Map(given);
  return (
    items.every(({ name, value, optional }) => {
      const found = values.get(name);
      return found === undefined ? optional : found === null || value.test(found);
    }) && given.every(([name]) => items.some((item) => item.name === name))
  );
}

type Fields = readonly (readonly [name: string, value: string | null])[];

/** Fields by their path (`media.media_ids`). Values of JSON and of files are not compared. */
function readBody(body: OutgoingBody | undefined): { readonly kind: string; readonly fields: Fields } {
  if (body === undefined) return { kind: 'none', fields: [] };
  if ('json' in body) return { kind: 'json', fields: leaves(body.json as Json, '').map((name) => [name, null]) };
  if ('form' in body) {
    const given = Object.entries(body.form).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return { kind: 'form', fields: given };
  }
  if ('multipart' in body) {
    return {
      kind: 'multipart',
      fields: body.multipart.map((part) => [part.name, 'value' in part ? part.value : null]),
    };
  }
  return { kind: 'bytes', fields: [] };
}

function leaves(value: Json, path: string): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, path === '' ? name : `${path}.${name}`));
}
