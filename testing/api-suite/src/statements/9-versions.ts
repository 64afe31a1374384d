import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { ROUTES } from '../routes.ts';
import { errorBody } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

type Described = {
  readonly openapi: string;
  readonly info: { readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

const unknownField = (path: string) => ({ path, message: expect.stringMatching(/^Unknown (field|parameter)/) });

export const versionStatements: readonly Statement[] = [
  {
    section: '4.12',
    statement: 'GET /openapi.yaml serves the OpenAPI 3.1 description of the /api/v1 contract, without a key',
    async run(api) {
      const { status, headers, body } = await api.send({ method: 'GET', path: '/openapi.yaml' });
      expect({ status, type: headers.get('Content-Type') }).toEqual({
        status: 200,
        type: expect.stringMatching(/^application\/yaml\b/),
      });
      const described: Described = parse(String(body));
      expect(described.openapi).toMatch(/^3\.1\./);
      const routes = Object.entries(described.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      );
      const expected = ROUTES.map(({ method, path }) => `${method} /api/v1${path.replace(/\/\w+_0{26}/, '/{id}')}`);
      expect(routes.sort()).toEqual(expected.sort());
    },
  },
  {
    section: '9',
    statement: 'all endpoints are under the prefix /api/v1',
    async run(api) {
      const project = await api.project();
      for (const prefix of ['', '/api', '/api/v2']) {
        const path = `${prefix}/usage`;
        const headers = [['Authorization', `Bearer ${project.apiKey}`]] as const;
        const { status } = await api.send({ method: 'GET', path, headers });
        expect({ path, status }).toEqual({ path, status: 404 });
      }
      expect((await project.call('GET', '/usage')).status).toBe(200);
    },
  },
  {
    section: '9',
    statement: 'changes are dated entries in a changelog, the newest of which is the version that is served',
    async run(api) {
      const { body } = await api.send({ method: 'GET', path: '/openapi.yaml' });
      const { info }: Described = parse(String(body));
      expect(info.description).toContain('(https://github.com/fanfare-dev/fanfare/blob/main/docs/changelog.md)');
      const changelog = readFileSync(new URL('../../../../docs/changelog.md', import.meta.url), 'utf8');
      const titles = [...changelog.matchAll(/^## (.*)$/gm)].map(([, title = '']) => title);
      const entries = titles.filter((title, at) => at > 0 || title !== 'Unreleased');
      expect(entries[0]).toMatch(new RegExp(`^${info.version}, `));
      const dates = entries.map((title) => /^\d+\.\d+\.\d+, (\d{4}-\d\d-\d\d)$/.exec(title)?.[1] ?? title);
      expect(dates.filter((date) => Number.isNaN(Date.parse(date)))).toEqual([]);
      expect(dates).toEqual(dates.toSorted().reverse());
    },
  },
  {
    section: '9',
    statement: 'a field or a parameter that a route does not know is refused, on every route, before anything is done',
    async run(api) {
      const project = await api.project();
      for (const { method, path, takesBody } of ROUTES) {
        const parameter = await project.call(method, `${path}?dryRun=true`, takesBody ? { body: {} } : {});
        // A body of GET or DELETE has no meaning and is not read.
        const bodies = ['POST', 'PATCH'].includes(method) ? [{ dryRun: true }] : [];
        const field = await Promise.all(bodies.map((body) => project.call(method, path, { body })));
        for (const { status, body } of [parameter, ...field]) {
          expect({ status, body }, `${method} ${path}`).toMatchObject({
            status: 400,
            body: { error: { code: 'invalid_request', details: expect.arrayContaining([unknownField('dryRun')]) } },
          });
        }
      }
    },
  },
  {
    section: '9',
    statement: 'a call that takes no body takes an empty object',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { id } = await project.publish({
        content: 'Later.',
        platforms: [targetEntry(x)],
        publishAt: await api.in(3_600_000),
      });
      expect((await project.call('POST', `/posts/${id}/cancel`, { body: {} })).status).toBe(200);
    },
  },
  {
    section: '9',
    statement:
      'OPTIONS of every route, as browsers send it before a call, answers method_not_allowed and why, without a key and without CORS headers',
    notStandalone: 'it lets pages of other origins call it, for front ends in development',
    async run(api) {
      for (const path of new Set(ROUTES.map((route) => route.path))) {
        const methods = ROUTES.filter((route) => route.path === path).map(({ method }) => method);
        const headers = [
          ['Origin', 'https://page.example'],
          ['Access-Control-Request-Method', methods[0]!],
          ['Access-Control-Request-Headers', 'authorization'],
        ] as const;
        const answer = await api.send({ method: 'OPTIONS', path: `/api/v1${path}`, headers });
        expect({ path, status: answer.status, body: answer.body }).toEqual({
          path,
          status: 405,
          body: errorBody('method_not_allowed'),
        });
        expect(answer.body).toMatchObject({
          error: { message: expect.stringContaining('no CORS headers on purpose') },
        });
        expect((answer.headers.get('Allow') ?? '').split(', ')).toEqual(expect.arrayContaining(methods));
        const names = [...answer.headers.keys()];
        expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
      const nothing = await api.send({ method: 'OPTIONS', path: '/api/v1/nothing' });
      expect([nothing.status, nothing.body]).toEqual([404, errorBody('not_found')]);
    },
  },
  {
    section: '9',
    statement:
      'GET /healthz reports that the service runs, and its version, and /readyz that it can do its work, without a key',
    async run(api) {
      const json = 'application/json; charset=utf-8';
      const yaml = 'application/yaml; charset=utf-8';
      for (const [path, type, body] of [
        ['/healthz', json, { status: 'ok', version: expect.stringMatching(/^\S+$/) }],
        ['/readyz', json, { status: 'ready' }],
        ['/Healthz/', json, { status: 'ok', version: expect.stringMatching(/^\S+$/) }],
        ['/openapi.yaml', yaml, expect.stringContaining('openapi: 3.1')],
      ] as const) {
        const answers = await Promise.all(['GET', 'HEAD', 'OPTIONS'].map((method) => api.send({ method, path })));
        const got = answers.map(({ status, headers, body: said }) => [status, headers.get('content-type'), said]);
        expect(got, path).toEqual([
          [200, type, body],
          [200, type, undefined],
          [200, 'text/html; charset=utf-8', 'GET,HEAD'],
        ]);
        for (const method of ['POST', 'PUT', 'DELETE']) {
          const { status, headers, body: refusal } = await api.send({ method, path });
          expect({ status, allow: headers.get('allow'), refusal }, `${method} ${path}`).toEqual({
            status: 405,
            allow: 'GET, HEAD',
            refusal: errorBody('method_not_allowed'),
          });
        }
      }
      expect((await api.send({ method: 'GET', path: '/api/v1/usage' })).body).toEqual(errorBody('unauthorized'));
    },
  },
];
