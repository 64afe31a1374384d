import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';
import { createClock } from '../src/clock.ts';
import { type Sandbox, startSandbox } from '../src/start.ts';

export type Json = { readonly [key: string]: unknown };

export type XAnswer = { readonly status: number; readonly headers: Headers; readonly body: unknown };

export const allScopes = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'];
export const redirectUri = 'http://127.0.0.1:8080/callback';
export const basic = `Basic ${Buffer.from('sandbox-x-app:sandbox-x-secret').toString('base64')}`;
export const verifier = 'a-verifier-that-is-longer-than-forty-three-characters';

export const ids = { ada: '1498231077314502656', ben: '2244994945', cleo: '1767412809955430400' };

export const sample = (name: string) => readFileSync(new URL(`../samples/${name}`, import.meta.url));

export const invalidRequest = (message: unknown, parameters: unknown = {}) => ({
  errors: [{ message, parameters }],
  title: 'Invalid Request',
  detail: 'One or more parameters to your request was invalid.',
  type: 'https://api.twitter.com/2/problems/invalid-request',
});

export const notFound = (type: string, parameter: string, value: string) => ({
  resource_id: value,
  resource_type: type,
  parameter,
  value,
  title: 'Not Found Error',
  detail: `Could not find ${type} with ${parameter}: [${value}].`,
  type: 'https://api.twitter.com/2/problems/resource-not-found',
});

export const forbidden = (detail: string) => ({ title: 'Forbidden', detail, type: 'about:blank', status: 403 });

export const unauthorized = { title: 'Unauthorized', detail: 'Unauthorized', type: 'about:blank', status: 401 };

/** A whole answer: this status, this body and no more, any headers. */
export const answered = (status: number, body: unknown) => ({ status, headers: expect.any(Headers), body });

/** The start time of every test file. Only a test moves the clock. */
export const startMs = Date.parse('2026-11-02T09:00:00.000Z');

/** A sandbox for one test file, with short calls to X. Stopped after the file. */
export async function startX() {
  const sandbox = await startSandbox({ port: 0, clock: createClock(() => startMs) });
  afterAll(() => sandbox.close());
  return { sandbox, ...talkTo(sandbox) };
}

export function talkTo(sandbox: Sandbox) {
  const { api: apiUrl = '', web: webUrl = '' } = sandbox.networks.x;

  async function call(
    method: string,
    path: string,
    options: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
  ) {
    const { token, body, headers } = options;
    const response = await fetch(`${apiUrl}${path}`, {
      method,
      ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isRaw(body) && { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    return read(response);
  }

  async function control(path: string, body?: unknown, method = 'POST'): Promise<XAnswer> {
    return read(
      await fetch(`${sandbox.url}/__sandbox${path}`, {
        method,
        ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      }),
    );
  }

  /** Presses Allow on the consent page; returns the query of the app's callback. */
  async function authorize(username: string, overrides: Record<string, string> = {}): Promise<URLSearchParams> {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: 'sandbox-x-app',
      redirect_uri: redirectUri,
      scope: allScopes.join(' '),
      state: 'some-state',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      sandbox_profile: username,
      sandbox_decision: 'allow',
      ...overrides,
    });
    const response = await fetch(`${webUrl}/i/oauth2/authorize?${query}`, { redirect: 'manual' });
    return new URL(response.headers.get('location') ?? 'http://no.redirect').searchParams;
  }

  async function exchange(form: Record<string, string>, headers: Record<string, string> = { authorization: basic }) {
    return call('POST', '/2/oauth2/token', { body: new URLSearchParams(form), headers });
  }

  async function connect(username: string, scopes = allScopes): Promise<{ token: string; refreshToken: string }> {
    const query = await authorize(username, { scope: scopes.join(' ') });
    const code = query.get('code') ?? '';
    const { body } = await exchange({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
    const { access_token: token, refresh_token: refreshToken } = field(body);
    return { token: String(token), refreshToken: String(refreshToken) };
  }

  async function upload(token: string, name: string, category = 'tweet_image'): Promise<string> {
    const form = new FormData();
    form.set('media', new Blob([sample(name)]), name);
    form.set('media_category', category);
    const { body } = await call('POST', '/2/media/upload', { token, body: form });
    return String(field(field(body).data).id);
  }

  /** Initialize, append in chunks, finalize; returns the result of finalize. */
  async function uploadChunks(token: string, bytes: Buffer, mediaType: string, category: string, chunkBytes = 30_000) {
    const started = await call('POST', '/2/media/upload/initialize', {
      token,
      body: { media_type: mediaType, total_bytes: bytes.byteLength, media_category: category },
    });
    const id = String(field(field(started.body).data).id);
    for (let at = 0; at < bytes.byteLength; at += chunkBytes) {
      await append(token, id, at / chunkBytes, bytes.subarray(at, at + chunkBytes));
    }
    return { id, finalized: await call('POST', `/2/media/upload/${id}/finalize`, { token, body: {} }) };
  }

  async function append(token: string, id: string, index: number | string, bytes: Uint8Array) {
    const form = new FormData();
    form.set('segment_index', String(index));
    form.set('media', new Blob([new Uint8Array(bytes)]));
    return call('POST', `/2/media/upload/${id}/append`, { token, body: form });
  }

  const post = (token: string, body: unknown) => call('POST', '/2/tweets', { token, body });

  async function published(): Promise<readonly Json[]> {
    const { body } = await control('/posts?network=x', undefined, 'GET');
    const { posts } = field(body);
    return Array.isArray(posts) ? posts : [];
  }

  return { apiUrl, webUrl, call, control, authorize, exchange, connect, upload, uploadChunks, append, post, published };
}

function isRaw(body: unknown): body is string | FormData | URLSearchParams {
  return typeof body === 'string' || body instanceof FormData || body instanceof URLSearchParams;
}

/** Reads an answer whose shape the test is about to check. */
export function field(value: unknown): Json {
  if (typeof value !== 'object' || value === null) throw new Error(`no object: ${JSON.stringify(value)}`);
  return { ...value };
}

async function read(response: Response): Promise<XAnswer> {
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}
