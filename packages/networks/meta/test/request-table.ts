import type { Seen } from './scripted-network.ts';

type Param = { readonly name: string; readonly value: RegExp; readonly required: boolean };

/** One row of a page's table of requests. */
export type RequestRow = {
  readonly purpose: string;
  readonly method: string;
  readonly url: RegExp;
  readonly params: readonly Param[];
};

const ROW = /^\| ([^|]+) \| (GET|POST) \| `([^`|]+)` \| ([^|]+) \| ([^|]+) \|$/gm;
const CELL = /(\[?)`([\w.]+)=([^`]+)`\]?/g;

const literal = (text: string): string => text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
const pattern = (text: string, known: Readonly<Record<string, string>>, other: string): RegExp =>
  new RegExp(
    `^${literal(text).replaceAll(/\{(\w+)\}/g, (_, name: string) => literal(known[name] ?? '') || other)}$`,
    's',
  );

/** Reads the table "Every request" of a page under docs/networks; `known` are the values of `{…}` in paths. */
export function readRequestTable(page: string, known: Readonly<Record<string, string>>): readonly RequestRow[] {
  const start = page.indexOf('## Every request');
  const table = page.slice(start, page.indexOf('\n## ', start + 1));
  return [...table.matchAll(ROW)].map(([, purpose = '', method = '', path = '', query = '', body = '']) => ({
    purpose,
    method,
    url: pattern(path, known, '[^/]+'),
    params: [...`${query} ${body}`.matchAll(CELL)].map(([, optional, name = '', value = '']) => ({
      name,
      value: pattern(value, {}, '.+'),
      required: optional === '',
    })),
  }));
}

/** The rows a request agrees with in method, path and every parameter: nothing missing, nothing else. */
export function rowsOf(
  table: readonly RequestRow[],
  { call, params }: Pick<Seen, 'call' | 'params'>,
): readonly RequestRow[] {
  const [method, url = ''] = call.split(' ');
  return table.filter(
    (row) =>
      row.method === method &&
      row.url.test(url) &&
      row.params.every(({ name, value, required }) =>
        params[name] === undefined ? !required : value.test(params[name]),
      ) &&
      Object.keys(params).every((name) => row.params.some((param) => param.name === name)),
  );
}
