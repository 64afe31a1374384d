import type { Fanfare, RequestOptions } from '@fanfare/sdk';
import type { WireRequest } from '../implementation.ts';

type Ask = {
  readonly id: string;
  // Statements also ask what the types forbid; the SDK checks nothing, the server does.
  readonly body: never;
  readonly query: never;
  readonly options: RequestOptions;
};

type Answering = { withResponse(): Promise<{ readonly data: unknown; readonly response: Response }> };

type Method = {
  readonly call: (fanfare: Fanfare, ask: Ask) => Answering;
  readonly takes?: 'body' | 'maybe body' | 'query';
};

/** Each route, and the method of the SDK that asks it. */
const METHODS: Readonly<Record<string, Method>> = {
  'POST /accounts/connect': { takes: 'body', call: (f, { body, options }) => f.accounts.connect(body, options) },
  'POST /accounts/connect-hub': { takes: 'body', call: (f, { body, options }) => f.accounts.connectHub(body, options) },
  'GET /accounts': { takes: 'query', call: (f, { query, options }) => f.accounts.list(query, options) },
  'GET /accounts/:id': { call: (f, { id, options }) => f.accounts.get(id, options) },
  'DELETE /accounts/:id': { call: (f, { id, options }) => f.accounts.delete(id, options) },
  'GET /accounts/:id/spaces': {
    takes: 'query',
    call: (f, { id, query, options }) => f.accounts.spaces(id, query, options),
  },
  'POST /posts': { takes: 'body', call: (f, { body, options }) => f.posts.create(body, options) },
  'GET /posts': { takes: 'query', call: (f, { query, options }) => f.posts.list(query, options) },
  'POST /posts/validate': { takes: 'body', call: (f, { body, options }) => f.posts.validate(body, options) },
  'GET /posts/:id': { call: (f, { id, options }) => f.posts.get(id, options) },
  'POST /posts/:id/cancel': { call: (f, { id, options }) => f.posts.cancel(id, options) },
  'POST /posts/:id/repost': {
    takes: 'maybe body',
    call: (f, { id, body, options }) => f.posts.repost(id, body, options),
  },
  'GET /posts/:id/metrics': { call: (f, { id, options }) => f.posts.metrics(id, options) },
  'POST /reposts': { takes: 'body', call: (f, { body, options }) => f.reposts.create(body, options) },
  'GET /platforms': { call: (f, { options }) => f.platforms.list(options) },
  'GET /usage': { call: (f, { options }) => f.usage.get(options) },
};

/** How the SDK asks this; null when it cannot say it: another key, another form of body, a header twice, a path it does not have. */
export function sdkCall(
  request: WireRequest,
): { readonly apiKey: string; readonly ask: (fanfare: Fanfare) => Answering } | null {
  const url = new URL(request.path, 'http://service');
  const found = findMethod(request.method, url.pathname);
  const headers = readHeaders(request);
  if (!found || !headers) return null;
  const { method, id, name } = found;
  const body = readBody(request.body);
  if (body === null || !fits(method, body, url.searchParams)) return null;
  // Without a key in the body the SDK makes one.
  if (name === 'POST /posts' && typeof body?.idempotencyKey !== 'string') return null;
  const query = Object.fromEntries(url.searchParams);
  const asked = { id, body, query, options: { headers: headers.others } } as Ask;
  return { apiKey: headers.apiKey, ask: (fanfare) => method.call(fanfare, asked) };
}

function findMethod(httpMethod: string, path: string): { method: Method; id: string; name: string } | null {
  if (!path.startsWith('/api/v1/')) return null;
  const parts = path.slice('/api/v1'.length).split('/');
  const plain = `${httpMethod} ${parts.join('/')}`;
  const exact = METHODS[plain];
  if (exact) return { method: exact, id: '', name: plain };
  const id = parts[2] ?? '';
  const name = `${httpMethod} ${[...parts.slice(0, 2), ':id', ...parts.slice(3)].join('/')}`;
  const method = METHODS[name];
  const decoded = decode(id);
  return method && decoded !== null && encodeURIComponent(decoded) === id && id !== ''
    ? { method, id: decoded, name }
    : null;
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

/** The JSON object of a body, undefined without one, null for anything the SDK would not send as it is. */
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

function fits({ takes }: Method, body: object | undefined, query: URLSearchParams): boolean {
  if (takes !== 'maybe body' && (takes === 'body') !== (body !== undefined)) return false;
  const names = [...query.keys()];
  return takes === 'query' ? new Set(names).size === names.length : names.length === 0;
}
