import { docUrl, REQUEST_ERROR_CODES, TARGET_ERROR_CODES, targetDocUrl } from '@fanfare/contract';
import { expect } from 'vitest';
import { NETWORKS } from '../implementation.ts';
import { ROUTES } from '../routes.ts';
import { ANY, errorBody, publishedTarget } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const section = '7';
const WITH_BODY = ROUTES.filter(({ method }) => method === 'POST' || method === 'PATCH');

const NOT_JSON = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/vnd.api+json',
  'json',
  'application/json; charset=latin1',
];

/** Ids of nothing, by an id of something in another project. */
const idsOfNothing = (id: string): readonly string[] => [
  id,
  id.toUpperCase(),
  `${id}0`,
  id.replace(/^[a-z]+_/, ''),
  'acc_*',
  '01a1f7e9-3fb1-714f-9026-f25c8d37357d',
  '%00',
  "'%20or%201=1--",
  'a'.repeat(2_000),
];

export const errorStatements: readonly Statement[] = [
  {
    section,
    statement: 'a body that breaks the schema is invalid_request, with a detail for each problem',
    async run(api) {
      const project = await api.project();
      const { status, body } = await project.call('POST', '/posts', {
        body: { content: 7, platforms: [], idempotencyKey: '' },
      });
      expect({ status, body }).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
      const { details } = (body as { error: { details: { path: string }[] } }).error;
      expect(details).toEqual(
        ['content', 'platforms', 'idempotencyKey'].map((path) => ({ path, message: ANY.sentence })),
      );
    },
  },
  {
    section,
    statement: 'every route that takes a body answers invalid_request to broken JSON',
    async run(api) {
      const project = await api.project();
      for (const { method, path } of WITH_BODY) {
        const { status, body } = await project.call(method, path, { body: '{"content": ' });
        expect({ path, status, body }).toEqual({ path, status: 400, body: errorBody('invalid_request') });
      }
    },
  },
  {
    section,
    statement: 'what no route accepts has one status and code: another method, type or size of the body, large headers',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      for (const [method, options, status, code] of [
        ['PUT', {}, 405, 'method_not_allowed'],
        ['POST', { body: '{}', headers: { 'Content-Type': 'text/plain' } }, 415, 'unsupported_media_type'],
        ['POST', { body: { content: 'a'.repeat(2 * 1024 * 1024) } }, 413, 'payload_too_large'],
        ['GET', { headers: { 'X-Trace': 'a'.repeat(17 * 1024) } }, 431, 'headers_too_large'],
      ] as const) {
        const answer = await project.call(method, '/posts', options);
        expect({ status: answer.status, body: answer.body }).toEqual({ status, body: errorBody(code) });
      }
    },
  },
  {
    section,
    statement: 'every route that takes a body answers unsupported_media_type to what is not sent as JSON',
    async run(api) {
      const project = await api.project();
      for (const { method, path } of WITH_BODY) {
        for (const type of NOT_JSON) {
          const { status, body } = await project.call(method, path, { body: '{}', headers: { 'Content-Type': type } });
          expect({ path, type, status, body }).toEqual({
            path,
            type,
            status: 415,
            body: errorBody('unsupported_media_type'),
          });
        }
      }
    },
  },
  {
    section,
    statement: 'every route that takes a body answers payload_too_large over 2 MiB',
    async run(api) {
      const project = await api.project();
      const content = 'a'.repeat(2 * 1024 * 1024);
      for (const { method, path } of WITH_BODY) {
        const { status, body } = await project.call(method, path, { body: { content } });
        expect({ path, status, body }).toEqual({ path, status: 413, body: errorBody('payload_too_large') });
      }
    },
  },
  {
    section,
    statement: 'headers above 16 KiB are headers_too_large on every route',
    async run(api) {
      const project = await api.project();
      for (const { method, path } of ROUTES) {
        const answer = await project.call(method, path, { headers: { 'X-Trace': 'a'.repeat(17 * 1024) } });
        const { status, body } = answer;
        expect({ path, status, body }).toEqual({ path, status: 431, body: errorBody('headers_too_large') });
        const { error } = body as { error: { requestId: string } };
        expect(error.requestId).toBe(answer.headers.get('X-Request-Id'));
      }
    },
  },
  {
    section,
    statement: 'a path asked with a method it does not have answers method_not_allowed and Allow',
    async run(api) {
      const project = await api.project();
      for (const path of new Set(ROUTES.map((route) => route.path))) {
        const methods = ROUTES.filter((route) => route.path === path).map(({ method }) => method);
        for (const method of ['PUT', 'PATCH'].filter((one) => !methods.includes(one))) {
          const { status, headers, body } = await project.call(method, path, { body: {} });
          expect({ path, status, body }).toEqual({ path, status: 405, body: errorBody('method_not_allowed') });
          const allowed = (headers.get('Allow') ?? '').split(', ');
          expect(allowed).toEqual(expect.arrayContaining(methods));
        }
      }
    },
  },
  {
    section,
    statement: 'an address below /api/v1 that is none answers not_found in the same form',
    async run(api) {
      const project = await api.project();
      for (const path of [
        '/nothing',
        '/posts/post_00000000000000000000000000/nothing',
        '/accounts/a/b/c',
        '/posts/%E0%A4%A',
        '/',
      ]) {
        const { status, body } = await project.call('GET', path);
        expect({ path, status, body }).toEqual({ path, status: 404, body: errorBody('not_found') });
      }
    },
  },
  {
    section,
    statement: 'an id that is malformed or of another project answers as an unknown one, on every route that names one',
    async run(api) {
      const [project, other] = await Promise.all([api.project(), api.project()]);
      const x = await other.connect('x');
      const post = await other.publish({ content: 'Theirs.', platforms: [{ platform: 'x', accountId: x.id }] });
      const named = ROUTES.filter(({ path }) => /_0{26}/.test(path));
      for (const { method, path: plain, query, example } of named) {
        const path = `${plain}${query}`;
        const options = example === undefined ? {} : { body: example };
        const unknown = await project.call(method, path, options);
        expect({ path, status: unknown.status, body: unknown.body }).toEqual({
          path,
          status: 404,
          body: errorBody('not_found'),
        });
        for (const id of [...idsOfNothing(x.id), ...idsOfNothing(post.id)]) {
          const malformed = await project.call(method, path.replace(/\w+_0{26}/, id), options);
          expect({ status: malformed.status, body: withoutRequestId(malformed.body) }, id).toEqual({
            status: 404,
            body: withoutRequestId(unknown.body),
          });
        }
      }
    },
  },
  {
    section,
    statement: 'an answer names the request in X-Request-Id and in the error; a caller’s own well-formed id is kept',
    async run(api) {
      const project = await api.project();
      const own = await project.call('GET', '/posts/none', { headers: { 'X-Request-Id': 'my-request_7' } });
      expect(own.headers.get('X-Request-Id')).toBe('my-request_7');
      expect(own.body).toMatchObject({ error: { requestId: 'my-request_7' } });
      const made = await project.call('GET', '/posts/none', { headers: { 'X-Request-Id': 'not a good one' } });
      const requestId = made.headers.get('X-Request-Id');
      expect(requestId).toEqual(ANY.requestId);
      expect(requestId).not.toBe('not a good one');
      expect(made.body).toMatchObject({ error: { requestId } });
    },
  },
  {
    section,
    statement: 'docUrl of an error leads to a page of the installation that explains its code',
    async run(api) {
      const project = await api.project();
      for (const [method, path, code] of [
        ['GET', '/posts/none', 'not_found'],
        ['DELETE', '/posts', 'method_not_allowed'],
        ['POST', '/posts', 'invalid_request'],
      ] as const) {
        const { body } = await project.call(method, path);
        expect(body).toMatchObject({ error: { code, docUrl: `${api.baseUrl}/docs/errors#${code}` } });
        const page = await api.send({ method: 'GET', path: '/docs/errors', headers: [['Accept', 'text/html']] });
        // The mock leads on to the documentation of the product; browsers keep the anchor.
        if (page.status === 302) expect(page.headers.get('Location')).toMatch(/^https:\/\/\S+\/docs\/errors\.md$/);
        else expect([page.status, String(page.body)]).toEqual([200, expect.stringContaining(`id="${code}"`)]);
      }
    },
  },
  {
    section,
    statement:
      'every docUrl, and the page that says how to set up each network, is a place of a page that the service itself shows',
    notInMock: 'the mock leads to the documentation of the product',
    async inside(api) {
      const docs = `${api.baseUrl}/docs`;
      const promised = [
        ...REQUEST_ERROR_CODES.map((code) => docUrl(docs, code)),
        ...TARGET_ERROR_CODES.map((code) => targetDocUrl(docs, code)),
        ...NETWORKS.map((network) => `${docs}/networks/${network}`),
        ...[`${docs}/`, `${docs}/hubs`, `${docs}/explorer`],
      ];
      const pages = new Map<string, string>();
      for (const url of promised) {
        const { href, hash } = new URL(url);
        const page = href.slice(0, href.length - hash.length);
        const read = async (): Promise<string> => {
          const answer = await fetch(page, { redirect: 'error' });
          return answer.status === 200 ? answer.text() : '';
        };
        pages.set(page, pages.get(page) ?? (await read()));
        const found = hash === '' ? '<body' : `id="${hash.slice(1)}"`;
        expect([url, pages.get(page)?.includes(found)]).toEqual([url, true]);
      }
      const pictures = [...pages].flatMap(([page, text]) =>
        [...text.matchAll(/<(?:img|script)\s[^>]*?src="([^"]+)"/g)].map(([, src = '']) => new URL(src, page)),
      );
      const statuses = await Promise.all(pictures.map(async (url) => [url.href, (await fetch(url)).status] as const));
      expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
    },
  },
  {
    section,
    statement: 'a rejected request leaves no half-published post, and its key free',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const idempotencyKey = api.newKey();
      const ask = (content: string) =>
        project.call('POST', '/posts', {
          body: { content, platforms: [{ platform: 'x', accountId: x.id }], idempotencyKey },
        });
      expect((await ask('a'.repeat(281))).status).toBe(400);
      expect((await project.call('GET', '/posts')).body).toMatchObject({ posts: [] });
      expect(await ask('Short.')).toMatchObject({
        status: 201,
        body: { replayed: false, post: { targets: [publishedTarget(x)] } },
      });
    },
  },
  {
    section,
    statement:
      'a comment failure is reported in commentStatus, commentId and commentError, and never changes the target',
    async run(api) {
      const project = await api.project();
      const instagram = await project.connect('instagram');
      await api.script(instagram, { of: 'comment', code: 'permission_missing' });
      const { status, targets } = await project.publish({
        mediaItems: [{ type: 'image', url: api.file('harbour.jpg') }],
        platforms: [{ platform: 'instagram', accountId: instagram.id, firstComment: 'First!' }],
      });
      expect({ status, targets }).toEqual({
        status: 'published',
        targets: [
          {
            ...publishedTarget(instagram),
            commentStatus: 'failed',
            commentId: null,
            commentError: expect.stringMatching(/^permission_missing: \S/),
          },
        ],
      });
    },
  },
];

function withoutRequestId(body: unknown): unknown {
  const { error } = body as { error: Record<string, unknown> };
  return { ...error, requestId: null };
}
