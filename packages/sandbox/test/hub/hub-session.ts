import { readFileSync } from 'node:fs';
import { afterAll } from 'vitest';
import { createClock } from '../../src/clock.ts';
import { startSandbox } from '../../src/index.ts';

/** Noon UTC of a Friday; time only moves when a test moves it. */
export const NOON = Date.UTC(2026, 10, 20, 12);
export const MINUTE_MS = 60_000;

export type Role = 'wordpress' | 'micropub';
export const ROLES: readonly Role[] = ['wordpress', 'micropub'];

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
};

export type Key = { readonly username: string; readonly apiKey: string };

export const sample = (name: string) => readFileSync(new URL(`../../samples/${name}`, import.meta.url));

/** A separate sandbox for one test file, and the calls to its hubs. */
export async function startHubs() {
  const sandbox = await startSandbox({ port: 0, clock: createClock(() => NOON) });
  afterAll(() => sandbox.close());
  const { wordpress = '', micropub = '' } = sandbox.networks.hub;
  const hubs = { wordpress, micropub };

  async function call(url: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(url, { redirect: 'manual', ...init });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const body: unknown = isJson && text !== '' ? JSON.parse(text) : null;
    return { status: response.status, headers: response.headers, text, body };
  }

  const sendJson = (url: string, body: unknown, headers: Record<string, string> = {}, method = 'POST') =>
    call(url, { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });

  async function steer(path: string, body: unknown = {}): Promise<unknown> {
    const answer = await sendJson(`${sandbox.url}/__sandbox/${path}`, body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer.body;
  }
  const control = (name: string, body: unknown = {}) => steer(`hub/${name}`, body);

  async function keyOf(role: Role, username = 'ann'): Promise<Key> {
    const body = await control('api-key', { role, username });
    return { username: text(body, 'username'), apiKey: text(body, 'apiKey') };
  }
  const codeOf = async (role: Role, username = 'ann') =>
    text(await control('connect-code', { role, username }), 'code');

  return {
    sandbox,
    hubs,
    call,
    sendJson,
    control,
    keyOf,
    codeOf,
    reset: () => steer('reset'),
    advance: (advanceMs: number) => steer('clock', { advanceMs }),
    fault: (fault: object) => steer('faults', { network: 'hub', ...fault }),
    contents: async (role: Role) => {
      const body = await control('contents', { role });
      return { posts: list(body, 'posts'), media: list(body, 'media') };
    },
    shown: async () => list((await call(`${sandbox.url}/__sandbox/posts?network=hub`)).body, 'posts'),
    /** A REST call of WordPress, in the form that needs no permalinks. */
    rest(method: string, route: string, call_: { key?: Key; body?: unknown; query?: Record<string, string> } = {}) {
      const { key, body, query = {} } = call_;
      const url = `${wordpress}/?${new URLSearchParams({ rest_route: `/wp/v2/${route}`, ...query })}`;
      const headers: Record<string, string> = key ? { authorization: basic(key) } : {};
      if (body === undefined) return call(url, { method, headers });
      return sendJson(url, body, headers, method);
    },
    async upload(key: Key, name = 'harbour.jpg', bytes: Buffer = sample(name)) {
      const answer = await call(`${wordpress}/?rest_route=/wp/v2/media`, {
        method: 'POST',
        headers: {
          authorization: basic(key),
          'content-type': 'image/jpeg',
          'content-disposition': `attachment; filename="${name}"`,
        },
        body: new Uint8Array(bytes),
      });
      if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
      return answer.body;
    },
    query: (key: Key, query: Record<string, string>) =>
      call(`${micropub}/micropub?${new URLSearchParams(query)}`, { headers: bearer(key) }),
    create: (key: Key, properties: object) =>
      sendJson(`${micropub}/micropub`, { type: ['h-entry'], properties }, bearer(key)),
    sendMedia(key: Key, bytes: Buffer = sample('harbour.jpg'), type = 'image/jpeg') {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(bytes)], { type }), 'harbour.jpg');
      return call(`${micropub}/media`, { method: 'POST', headers: bearer(key), body: form });
    },
  };
}

export const basic = ({ username, apiKey }: Key) => `Basic ${Buffer.from(`${username}:${apiKey}`).toString('base64')}`;
export const bearer = ({ apiKey }: Key) => ({ authorization: `Bearer ${apiKey}` });

export function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) throw new Error(`no object with ${name}: ${JSON.stringify(value)}`);
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

export function text(value: unknown, name: string): string {
  const found = field(value, name);
  if (typeof found !== 'string') throw new Error(`no text ${name} in ${JSON.stringify(value)}`);
  return found;
}

export function list(value: unknown, name: string): readonly unknown[] {
  const found = field(value, name);
  if (!Array.isArray(found)) throw new Error(`no list ${name} in ${JSON.stringify(value)}`);
  return found;
}

/** The named fields of each item of a list. */
export function pluck(items: unknown, ...names: readonly string[]): readonly unknown[] {
  if (!Array.isArray(items)) throw new Error(`no list: ${JSON.stringify(items)}`);
  return items.map((item) =>
    names.length === 1 ? field(item, names[0] ?? '') : names.map((name) => field(item, name)),
  );
}
