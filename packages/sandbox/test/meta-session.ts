import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { createClock } from '../src/clock.ts';
import { startSandbox } from '../src/index.ts';

/** Noon UTC of a Friday; only a test moves the clock. */
export const NOON = Date.UTC(2026, 10, 20, 12);
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const CALLBACK = 'http://127.0.0.1:9999/callback';

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
};
export type Fields = Readonly<Record<string, string>>;
export type Encoding = 'query' | 'form' | 'multipart' | 'json';
export type MetaSession = Awaited<ReturnType<typeof startMeta>>;

const SHAPES = {
  instagram: {
    version: 'v25.0',
    codeHost: 'api',
    scope: 'instagram_business_basic,instagram_business_content_publish',
  },
  threads: { version: 'v1.0', codeHost: 'graph', scope: 'threads_basic,threads_content_publish' },
} as const;

export const sample = (name: string) => readFileSync(new URL(`../samples/${name}`, import.meta.url));

/** A sandbox of its own and a test's HTTP calls to its Instagram or Threads. */
export async function startMeta(network: keyof typeof SHAPES) {
  const sandbox = await startSandbox({ clock: createClock(() => NOON) });
  const roles = sandbox.networks[network];
  const { version, codeHost, scope } = SHAPES[network];
  const app = { client_id: `sandbox-${network}-app`, client_secret: `sandbox-${network}-secret` };

  async function send(url: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(url, { redirect: 'manual', ...init });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const body: unknown = isJson && text !== '' ? JSON.parse(text) : null;
    return { status: response.status, headers: response.headers, text, body };
  }

  async function steer(path: string, body: unknown = {}): Promise<unknown> {
    const answer = await send(`${sandbox.url}/__sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status >= 300) throw new Error(text(answer.body, 'error'));
    return answer.body;
  }

  const control = (name: string, body: unknown = {}) => steer(`${network}/${name}`, body);

  /** Opens the window and answers it; returns the address to which the browser is sent. */
  async function authorize(fields: Fields = {}): Promise<Answer & { readonly location: string }> {
    const query = new URLSearchParams({
      ...app,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope,
      state: 'st-1',
      sandbox_profile: 'ada',
      sandbox_decision: 'allow',
      ...fields,
    });
    query.delete('client_secret');
    const answer = await send(`${roles.www}/oauth/authorize?${query}`);
    return { ...answer, location: answer.headers.get('location') ?? '' };
  }

  async function authorizedCode(fields: Fields = {}): Promise<string> {
    return new URL((await authorize(fields)).location).searchParams.get('code') ?? '';
  }

  const exchange = (code: string, fields: Fields = {}) =>
    send(`${roles[codeHost]}/oauth/access_token`, {
      method: 'POST',
      body: new URLSearchParams({ ...app, grant_type: 'authorization_code', redirect_uri: CALLBACK, code, ...fields }),
    });

  /** A long-lived token with all permissions, unless scopes are given. */
  async function tokenOf(username: string, scopes?: readonly string[]): Promise<string> {
    return text(await control('issue-token', { username, scopes }), 'accessToken');
  }

  /** A Graph call; the parameters and the token are sent in the requested form. */
  function graph(method: string, path: string, parameters: Fields, encoding?: Encoding): Promise<Answer> {
    const how = encoding ?? (method === 'POST' ? 'form' : 'query');
    const url = `${roles.graph}/${version}${path}`;
    if (how === 'query') return send(`${url}?${new URLSearchParams(parameters)}`, { method });
    if (how === 'form') return send(url, { method, body: new URLSearchParams(parameters) });
    if (how === 'json') {
      return send(url, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(parameters) });
    }
    const form = new FormData();
    for (const [name, value] of Object.entries(parameters)) form.append(name, value);
    return send(url, { method, body: form });
  }

  return {
    sandbox,
    app,
    roles,
    send,
    control,
    authorize,
    authorizedCode,
    exchange,
    tokenOf,
    graph,
    get: (access_token: string, path: string, parameters: Fields = {}) =>
      graph('GET', path, { ...parameters, access_token }),
    post: (access_token: string, path: string, parameters: Fields = {}) =>
      graph('POST', path, { ...parameters, access_token }),
    tokenEndpoint: (path: string, parameters: Fields) =>
      send(`${roles.graph}/${path}?${new URLSearchParams(parameters)}`),
    advance: (advanceMs: number) => steer('clock', { advanceMs }),
    reset: () => steer('reset'),
    fault: (fault: Readonly<Record<string, unknown>>) => steer('faults', { network, ...fault }),
    async posts(): Promise<readonly unknown[]> {
      const { body } = await send(`${sandbox.url}/__sandbox/posts?network=${network}`);
      return list(body, 'posts');
    },
    async profileId(username: string): Promise<string> {
      const state = await send(`${sandbox.url}/__sandbox/state`);
      const found = list(field(field(state.body, 'networks'), network), 'profiles').find(
        (profile) => field(profile, 'username') === username,
      );
      return text(found, 'id');
    },
    sampleUrl: (name: string) => `${sandbox.url}/__sandbox/samples/${name}`,
    close: () => sandbox.close(),
  };
}

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

/** The id of an answer; fails with the whole answer when there is none. */
export function idOf(answer: Answer): string {
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return text(answer.body, 'id');
}

/** A whole Graph error; the trace id differs each time. */
export function graphError(error: Readonly<Record<string, unknown>>): unknown {
  return { error: { type: 'OAuthException', ...error, fbtrace_id: expect.stringMatching(/^A[\w-]{22}$/) } };
}

export const permissionMissing = graphError({
  message: '(#10) Application does not have permission for this action',
  code: 10,
});

export function missingObject(method: string, id: string): unknown {
  return graphError({
    message: `Unsupported ${method} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api`,
    type: 'GraphMethodException',
    code: 100,
    error_subcode: 33,
  });
}

export function invalidParameter(message: string): unknown {
  return graphError({ message: `(#100) ${message}`, code: 100 });
}
