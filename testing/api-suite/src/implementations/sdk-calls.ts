import { NoQuerySchema, type RouteName, routesOf } from '@fanfare/contract';
import type { Fanfare } from '@fanfare/sdk';
import type { WireRequest } from '../implementation.ts';

type Answering = { withResponse(): Promise<{ readonly data: unknown; readonly response: Response }> };

type Method = {
  readonly name: RouteName;
  readonly takes: 'body' | 'maybe body' | 'query' | null;
};

/** Streams are read past the SDK, and bytes are sent past it: `media.upload` uses other routes. */
const jsonRoutes = routesOf().filter(({ answerType, takesBytes }) => answerType === 'application/json' && !takesBytes);

/**
 * Each route by method and path below `/api/v1`. The SDK has a method of its name, which takes the
 * id of the path, then body or query, then options.
 */
const METHODS: Readonly<Record<string, Method>> = Object.fromEntries(
  jsonRoutes.map(({ name, method, path, body, query }) => {
    const takesQuery = query !== NoQuerySchema;
    const takes = body ? (body.isOptional() ? 'maybe body' : 'body') : takesQuery ? 'query' : null;
    return [`${method} ${path.slice('/api/v1'.length)}`, { name, takes }];
  }),
);

function callMethod(fanfare: Fanfare, name: RouteName, args: readonly unknown[]): Answering {
  const [resource = '', method = ''] = name.split('.');
  // Statements also send what the types forbid; the SDK checks nothing, the server does.
  const methods = fanfare as unknown as Record<string, Record<string, (...args: readonly unknown[]) => Answering>>;
  return methods[resource]![method]!(...args);
}

/**
 * Sends a request by the SDK; null when it cannot: another key, another form of body, a header
 * twice, a path it does not have.
 */
export function sdkCall(
  request: WireRequest,
): { readonly apiKey: string; readonly ask: (fanfare: Fanfare) => Answering } | null {
  const url = new URL(request.path, 'http://service');
  const found = findMethod(request.method, url.pathname);
  const headers = readHeaders(request);
  if (!found || !headers) return null;
  const { name, takes, ids } = found;
  const body = readBody(request.body);
  if (body === null || !fits(takes, body, url.searchParams)) return null;
  // Without a key in the body the SDK makes one.
  if (name === 'posts.create' && typeof body?.idempotencyKey !== 'string') return null;
  const input = takes === null ? [] : [takes === 'query' ? Object.fromEntries(url.searchParams) : body];
  const args = [...ids, ...input, { headers: headers.others }];
  return { apiKey: headers.apiKey, ask: (fanfare) => callMethod(fanfare, name, args) };
}

function findMethod(httpMethod: string, path: string): (Method & { readonly ids: readonly string[] }) | null {
  if (!path.startsWith('/api/v1/')) return null;
  const parts = path.slice('/api/v1'.length).split('/');
  const exact = METHODS[`${httpMethod} ${parts.join('/')}`];
  if (exact) return { ...exact, ids: [] };
  const id = parts[2] ?? '';
  const method = METHODS[`${httpMethod} ${[...parts.slice(0, 2), ':id', ...parts.slice(3)].join('/')}`];
  const decoded = decode(id);
  if (!method || decoded === null || decoded === '' || encodeURIComponent(decoded) !== id) return null;
  return { ...method, ids: [decoded] };
}

function decode(id: string): string | null {
  try {
    return decodeURIComponent(id);
  } catch {
    return null;
  }
}

/** The key, and what else may be sent along; null when the SDK would send something else. */
function readHeaders({ headers = [], body }: WireRequest): { apiKey: string; others: Record<string, string> } | null {
  const names = headers.map(([name]) => name.toLowerCase());
  if (new Set(names).size < names.length) return null;
  const all = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
  const [, apiKey] = /^Bearer (\S+)$/.exec(all.get('authorization') ?? '') ?? [];
  const type = all.get('content-type');
  if (apiKey === undefined || type !== (body === undefined ? undefined : 'application/json')) return null;
  all.delete('authorization');
  all.delete('content-type');
  return { apiKey, others: Object.fromEntries(all) };
}

/**
 * The JSON object of a body, undefined without one, null for anything the SDK would not send as it
 * is.
 */
function readBody(text: string | undefined): Record<string, unknown> | undefined | null {
  if (text === undefined) return undefined;
  try {
    const body: unknown = JSON.parse(text);
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    return isObject && JSON.stringify(body) === text ? (body as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function fits(takes: Method['takes'], body: object | undefined, query: URLSearchParams): boolean {
  if (takes !== 'maybe body' && (takes === 'body') !== (body !== undefined)) return false;
  const names = [...query.keys()];
  return takes === 'query' ? new Set(names).size === names.length : names.length === 0;
}
