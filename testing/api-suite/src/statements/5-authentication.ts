import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect } from 'vitest';
import type { Api } from '../api.ts';
import { ROUTES } from '../routes.ts';
import { ANY, activeAccount, errorBody, publishedTarget } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const section = '5';

const UNKNOWN_KEY = keyOf('A'.repeat(43));

/** A well-formed key: 43 characters and their CRC32 in base62. */
function keyOf(secret: string): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let rest = crc32(`fanfare_sk_${secret}`);
  let checksum = '';
  for (let at = 0; at < 6; at++) {
    checksum = `${digits[rest % 62]}${checksum}`;
    rest = Math.floor(rest / 62);
  }
  return `fanfare_sk_${secret}${checksum}`;
}

const asWith = async (api: Api, authorization: string | null, method = 'GET', path = '/api/v1/usage') => {
  const headers: [string, string][] = [['X-Request-Id', 'same']];
  if (authorization !== null) headers.push(['Authorization', authorization]);
  const answer = await api.send({ method, path, headers });
  return { status: answer.status, body: answer.body, challenge: answer.headers.get('WWW-Authenticate') };
};

const unauthorized = { status: 401, body: errorBody('unauthorized'), challenge: 'Bearer' };

export const authenticationStatements: readonly Statement[] = [
  {
    section,
    statement: 'every API call needs a key: without one every route answers 401 unauthorized, and Bearer is asked for',
    async run(api) {
      for (const { method, path } of ROUTES) {
        expect(await asWith(api, null, method, `/api/v1${path}`), `${method} ${path}`).toEqual(unauthorized);
      }
    },
  },
  {
    section,
    statement: 'a key is sent as Authorization: Bearer <key>, the scheme in any case',
    async run(api) {
      const { apiKey } = await api.project();
      for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer  ']) {
        expect((await asWith(api, `${scheme} ${apiKey}`)).status, scheme).toBe(200);
      }
    },
  },
  {
    section,
    statement: 'a missing, malformed, unknown or otherwise sent key: 401 with one identical body',
    async run(api) {
      const { apiKey } = await api.project();
      const first = await asWith(api, null);
      expect(first).toEqual(unauthorized);
      for (const authorization of [
        'Bearer',
        'Bearer x',
        `Bearer ${UNKNOWN_KEY}`,
        `Bearer ${apiKey.slice(0, -1)}`,
        `Bearer ${apiKey}a`,
        `Bearer ${apiKey} ${apiKey}`,
        `Bearer "${apiKey}"`,
        `Bearer ${apiKey.slice('fanfare_'.length)}`,
        `Bearer ${apiKey.toUpperCase()}`,
        `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
        `Token ${apiKey}`,
        apiKey,
      ]) {
        expect(await asWith(api, authorization), authorization).toEqual(first);
      }
      expect(await asWith(api, null, 'GET', `/api/v1/usage?api_key=${apiKey}`)).toEqual(first);
      for (const other of [UNKNOWN_KEY, apiKey]) {
        const headers = [apiKey, other].map((key): [string, string] => ['Authorization', `Bearer ${key}`]);
        const { status, body } = await api.send({ method: 'GET', path: '/api/v1/usage', headers });
        expect({ status, body }, 'two Authorization headers').toEqual({ status: 401, body: errorBody('unauthorized') });
      }
    },
  },
  {
    section,
    statement: 'the key is asked for before anything else: route, method, type and body',
    everywhere: true,
    async run(api) {
      const ask = async (method: string, path: string, type?: string, body?: string) => {
        const headers: [string, string][] = type === undefined ? [] : [['Content-Type', type]];
        const answer = await api.send({ method, path, headers, ...(body !== undefined && { body }) });
        return { status: answer.status, body: answer.body, challenge: answer.headers.get('WWW-Authenticate') };
      };
      expect(await ask('GET', '/api/v1/nowhere')).toEqual(unauthorized);
      expect(await ask('DELETE', '/api/v1/posts')).toEqual(unauthorized);
      expect(await ask('POST', '/api/v1/posts', 'text/plain', 'Hello')).toEqual(unauthorized);
      expect(await ask('POST', '/api/v1/posts', 'application/json', '{')).toEqual(unauthorized);
    },
  },
  {
    section,
    statement: 'a key has the form fanfare_sk_, in a cell its label, then 43 base62 characters and 6 of CRC32',
    async run(api) {
      const { apiKey } = await api.project();
      expect(apiKey).toMatch(/^fanfare_sk_(?:[a-z][a-z0-9]{0,11}_)?[0-9A-Za-z]{49}$/);
      expect(apiKey).toBe(keyOf(apiKey.slice('fanfare_sk_'.length, -6)));
    },
  },
  {
    section,
    statement:
      'a project has several live keys; one that is revoked is refused like an unknown one, and the others go on',
    async run(api) {
      const { first, second, revokeSecond } = await api.keyring();
      const x = await first.connect('x');
      expect(first.apiKey).not.toBe(second.apiKey);
      expect((await second.call('GET', '/accounts')).body).toEqual({ accounts: [x] });
      const unknown = await asWith(api, `Bearer ${UNKNOWN_KEY}`);
      await revokeSecond();
      expect(await asWith(api, `Bearer ${second.apiKey}`)).toEqual(unknown);
      expect(unknown).toEqual(unauthorized);
      expect((await first.call('GET', '/accounts')).body).toEqual({ accounts: [x] });
    },
  },
  {
    section,
    statement: 'both keys of a project share its posts and idempotency keys; each has its own rate limit',
    async run(api) {
      const { first, second } = await api.keyring();
      const x = await first.connect('x');
      const body = { content: 'Once.', platforms: [{ platform: 'x', accountId: x.id }], idempotencyKey: 'same' };
      const one = await first.call('POST', '/posts', { body });
      expect((await second.call('GET', '/usage')).headers.get('RateLimit')).toMatch(/^"requests";r=599;/);
      const other = await second.call('POST', '/posts', { body });
      const { post } = one.body as { post: unknown };
      expect(one.status).toBe(201);
      expect({ status: other.status, body: other.body }).toEqual({
        status: 200,
        body: { post, replayed: true, warnings: [] },
      });
    },
  },
  {
    section,
    statement: 'an account of another project behaves as nonexistent on every route that names one',
    async run(api) {
      const [project, other] = await Promise.all([api.project(), api.project()]);
      const { id: accountId } = await other.connect('x');
      const missing = { status: 404, body: errorBody('not_found') };
      for (const method of ['GET', 'DELETE']) {
        const { status, body } = await project.call(method, `/accounts/${accountId}`);
        expect({ status, body }).toEqual(missing);
      }
      const message = ANY.sentence;
      const create = { content: 'Hello', platforms: [{ platform: 'x', accountId }] };
      for (const [path, body, at] of [
        ['/posts', { ...create, idempotencyKey: api.newKey() }, 'platforms[0].accountId'],
        ['/posts/validate', create, 'platforms[0].accountId'],
        ['/reposts', { url: 'https://x.com/ada/status/20', accountIds: [accountId] }, 'accountIds[0]'],
      ] as const) {
        const answer = await project.call('POST', path, { body });
        expect({ status: answer.status, body: answer.body }, path).toEqual({
          status: 404,
          body: errorBody('account_not_found', [{ path: at, accountId, message }]),
        });
      }
      expect((await project.call('GET', `/posts?accountId=${accountId}`)).body).toMatchObject({ posts: [] });
      expect((await other.call('GET', `/accounts/${accountId}`)).body).toEqual({
        account: { ...activeAccount('x'), id: accountId },
      });
    },
  },
  {
    section,
    statement: 'a post of another project behaves as nonexistent on every route that names one',
    async run(api) {
      const [project, other] = await Promise.all([api.project(), api.project()]);
      const x = await other.connect('x');
      const post = await other.publish({ content: 'Theirs.', platforms: [{ platform: 'x', accountId: x.id }] });
      for (const [method, path] of [
        ['GET', ''],
        ['POST', '/cancel'],
        ['POST', '/repost'],
        ['GET', '/metrics'],
      ] as const) {
        const { status, body } = await project.call(method, `/posts/${post.id}${path}`);
        expect({ status, body }, path).toEqual({ status: 404, body: errorBody('not_found') });
      }
      expect((await project.call('GET', '/posts')).body).toMatchObject({ posts: [] });
      expect(post.targets).toEqual([publishedTarget(x)]);
    },
  },
  {
    section,
    statement: 'usage is counted for each project by itself',
    async run(api) {
      const [project, other] = await Promise.all([api.project('free'), api.project('free')]);
      const x = await project.connect('x');
      await project.publish({ content: 'Counts here.', platforms: [{ platform: 'x', accountId: x.id }] });
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 1, remaining: 99 });
      expect((await other.call('GET', '/usage')).body).toMatchObject({ used: 0, remaining: 100 });
    },
  },
  {
    section,
    statement: 'a key is created in the dashboard after signing in with an e-mailed magic link',
    open: 'there is no dashboard yet: keys are made with the command line',
  },
  {
    section,
    statement: 'the full key is shown once at creation, and only a hash is stored',
    notInMock: 'its keys are seeded, and say so',
    async inside(api, inside) {
      const made = await inside.command('projects', 'create', 'Shown once');
      const key = made.stdout.trim();
      const [project = ''] = /prj_\w+/.exec(made.stderr) ?? [];
      const asked = await api.send({
        method: 'GET',
        path: '/api/v1/usage',
        headers: [['Authorization', `Bearer ${key}`]],
      });
      expect(asked.status).toBe(200);
      const { stdout } = await inside.command('keys', 'list', project);
      expect(stdout).toContain(`${/^fanfare_sk_(?:[a-z][a-z0-9]*_)?.{4}/.exec(key)?.[0]}…${key.slice(-4)}`);
      expect(stdout).not.toContain(key);
      expect(await inside.stores(createHash('sha256').update(key).digest())).toBe(true);
      expect(await inside.stores(key)).toBe(false);
    },
  },
];
