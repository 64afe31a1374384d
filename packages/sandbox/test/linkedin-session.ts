import { readFileSync } from 'node:fs';
import { createClock } from '../src/clock.ts';
import { startSandbox } from '../src/index.ts';

/** Noon UTC of a Friday; only a test moves the clock. */
export const NOON = Date.UTC(2026, 10, 20, 12);
export const HOUR_MS = 3_600_000;
export const CALLBACK = 'http://127.0.0.1:9999/callback';
export const APP = { client_id: 'sandbox-linkedin-app', client_secret: 'sandbox-linkedin-secret' };

export const HARBOUR = 'urn:li:organization:90314427';
export const NORTHWIND = 'urn:li:organization:71120956';
export const OLD_MILL = 'urn:li:organization:18842603';
export const ADA = 'urn:li:person:k3Vb8RqTzP';
export const BEN = 'urn:li:person:Yw5nH0cJxE';

export const EVERYTHING =
  'openid profile email w_member_social r_basicprofile rw_organization_admin w_organization_social r_organization_social r_organization_social_feed';

export const sample = (name: string) => readFileSync(new URL(`../samples/${name}`, import.meta.url));

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
};
export type Linkedin = Awaited<ReturnType<typeof startLinkedin>>;

/** A sandbox of its own and a test's HTTP calls to its LinkedIn. */
export async function startLinkedin() {
  const clock = createClock(() => NOON);
  const sandbox = await startSandbox({ clock });
  const { www, api } = sandbox.networks.linkedin;

  async function call(url: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(url, { redirect: 'manual', ...init });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const body: unknown = isJson ? JSON.parse(text) : null;
    return { status: response.status, headers: response.headers, text, body };
  }

  async function steer(path: string, body: unknown): Promise<unknown> {
    const answer = await call(`${sandbox.url}/__sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer.body;
  }

  /** Opens the authorize window and answers it; returns the address where the person ends. */
  async function authorize(fields: Record<string, string> = {}): Promise<URL> {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: APP.client_id,
      redirect_uri: CALLBACK,
      state: 'st-1',
      scope: EVERYTHING,
      sandbox_profile: 'ada',
      sandbox_decision: 'allow',
      ...fields,
    });
    const { status, headers, text } = await call(`${www}/oauth/v2/authorization?${query}`);
    if (status !== 302) throw new Error(`no redirect: ${status} ${text}`);
    return new URL(headers.get('location') ?? '');
  }

  const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    call(`${www}${path}`, { method: 'POST', body: new URLSearchParams(fields), headers });

  const exchange = (code: string, fields: Record<string, string> = {}) =>
    form('/oauth/v2/accessToken', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      ...APP,
      ...fields,
    });

  /** Connects a person and returns their access token. */
  async function connect(username: string, scope = EVERYTHING, app = APP): Promise<string> {
    const back = await authorize({ sandbox_profile: username, scope, client_id: app.client_id });
    const { body } = await exchange(back.searchParams.get('code') ?? '', app);
    return field(body, 'access_token');
  }

  /** A POST whose body breaks off. */
  const broken = (token: string, path: string) =>
    call(`${api}${path}`, {
      method: 'POST',
      body: '{',
      headers: { authorization: `Bearer ${token}`, 'linkedin-version': '202607', 'content-type': 'application/json' },
    });

  /** A `/rest` call with LinkedIn's required headers; a header set to '' is omitted. */
  function rest(token: string, method: string, path: string, body?: unknown, extra: Record<string, string> = {}) {
    const headers: Record<string, string> = {
      authorization: `Bearer ${token}`,
      'linkedin-version': '202607',
      'x-restli-protocol-version': '2.0.0',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...extra,
    };
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
    return call(`${api}${path}`, { method, headers: sent, ...(body !== undefined && { body: JSON.stringify(body) }) });
  }

  const control = (name: string, body: unknown = {}) => steer(`linkedin/${name}`, body);
  /**
   * The clock stands still, so pictures are ready at once unless a test sets LinkedIn's own delay
   * with `processing` and `{}`.
   */
  const readyAtOnce = () => control('processing', { kind: 'image', ms: 0 });
  await readyAtOnce();

  return {
    sandbox,
    clock,
    www: www ?? '',
    api: api ?? '',
    call,
    form,
    authorize,
    exchange,
    connect,
    rest,
    broken,
    control,
    advance: (advanceMs: number) => steer('clock', { advanceMs }),
    async reset() {
      await steer('reset', {});
      await readyAtOnce();
    },
    async posts() {
      const { body } = await call(`${sandbox.url}/__sandbox/posts?network=linkedin`);
      return list(body, 'posts');
    },
    post: (token: string, fields: Record<string, unknown>) => rest(token, 'POST', '/rest/posts', postBody(fields)),
    /** Uploads an image through initializeUpload and PUT. */
    async image(token: string, owner: string, bytes: Buffer = sample('harbour.jpg')): Promise<string> {
      const request = { initializeUploadRequest: { owner } };
      const { body } = await rest(token, 'POST', '/rest/images?action=initializeUpload', request);
      await call(field(body, 'value', 'uploadUrl'), {
        method: 'PUT',
        body: bytes,
        headers: { authorization: `Bearer ${token}` },
      });
      return field(body, 'value', 'image');
    },
    /**
     * Starts a video, uploads its parts (and cover) and returns the arguments of finalizeUpload.
     */
    async video(token: string, owner: string, bytes: Buffer, cover?: Buffer) {
      const request = {
        initializeUploadRequest: { owner, fileSizeBytes: bytes.length, uploadThumbnail: cover !== undefined },
      };
      const { body } = await rest(token, 'POST', '/rest/videos?action=initializeUpload', request);
      const etags: string[] = [];
      for (const part of list(body, 'value', 'uploadInstructions')) {
        const chunk = bytes.subarray(Number(at(part, 'firstByte')), Number(at(part, 'lastByte')) + 1);
        const put = await call(field(part, 'uploadUrl'), { method: 'PUT', body: chunk });
        etags.push(put.headers.get('etag') ?? '');
      }
      if (cover) await call(field(body, 'value', 'thumbnailUploadUrl'), { method: 'PUT', body: cover });
      return { video: field(body, 'value', 'video'), uploadToken: '', uploadedPartIds: etags };
    },
    finalize: (token: string, finalizeUploadRequest: unknown) =>
      rest(token, 'POST', '/rest/videos?action=finalizeUpload', { finalizeUploadRequest }),
  };
}

export function postBody(fields: Record<string, unknown>): Record<string, unknown> {
  return {
    author: ADA,
    commentary: 'Fresh beans today',
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
    ...fields,
  };
}

export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value);
}

export function field(value: unknown, ...path: readonly string[]): string {
  const found = at(value, ...path);
  if (typeof found !== 'string') throw new Error(`no text at ${path.join('.')} of ${JSON.stringify(value)}`);
  return found;
}

export function list(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = at(value, ...path);
  if (!Array.isArray(found)) throw new Error(`no list at ${path.join('.')} of ${JSON.stringify(value)}`);
  return found;
}

export const urn = (text: string) => encodeURIComponent(text);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
