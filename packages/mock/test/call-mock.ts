import { type Account, NoBodySchema, routesOf } from '@fanfare/contract';
import { createMock, type Mock, type MockOptions } from '../src/index.ts';

export type Answer = { readonly status: number; readonly body: unknown; readonly headers: Headers };

export type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

/**
 * Sends a request to `/api/v1` and holds the answer against the contract: an undeclared status or
 * body is an error.
 */
export function callerOf(mock: Pick<Mock, 'fetch' | 'apiKey' | 'baseUrl'>): Call {
  return async (method, path, body, headers = {}) => {
    const response = await mock.fetch(`${mock.baseUrl}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${mock.apiKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed: unknown = text === '' ? undefined : JSON.parse(text);
    checkAnswer(method, path, response.status, parsed);
    return { status: response.status, body: parsed, headers: response.headers };
  };
}

function checkAnswer(method: string, path: string, status: number, body: unknown): void {
  const plain = `/api/v1${path.split('?')[0]}`;
  const route = routesOf()
    .filter((one) => one.method === method && new RegExp(`^${one.path.replace(/:\w+/g, '[^/]+')}$`).test(plain))
    .sort((one, other) => one.path.split(':').length - other.path.split(':').length)[0];
  if (!route) return;
  const schema = route.responses[status];
  if (!schema) throw new Error(`${route.name} answered an undeclared ${status}: ${JSON.stringify(body)}`);
  (status === 304 ? NoBodySchema : schema).parse(body);
}

/** A mock with one account per network. */
export function everyNetwork(options: MockOptions = {}) {
  const mock = createMock(options);
  return { mock, call: callerOf(mock), ...mock.scenario('everything-works') };
}

export const target = ({ platform, id }: Account, more: object = {}) => ({ platform, accountId: id, ...more });

export const image = { type: 'image', url: 'https://cdn.example.com/a.jpg' };
export const video = { type: 'video', url: 'https://cdn.example.com/a.mp4' };
