import { routesOf } from '@fanfare/contract';
import { type Request, type Response, Router } from 'express';
import { expect, test } from 'vitest';
import { routeTable } from '../../src/http/route-table.ts';

type Addressed = { readonly method: string; readonly path: string };
type Found = { readonly route: Addressed; readonly params: object } | 'none' | 'not well encoded';

/** More than the contract has: a parameter before a fixed segment, several of them, and addresses that two routes could take. */
const ROUTES: readonly Addressed[] = [
  ...routesOf().map(({ method, path }) => ({ method, path })),
  { method: 'GET', path: '/api/v1/:kind/of/:id' },
  { method: 'PUT', path: '/api/v1/:kind/of/:owner' },
  { method: 'GET', path: '/api/v1/things/of/me' },
  { method: 'PUT', path: '/api/v1/Things/of/me' },
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const PARAMETERS = ['x', 'Of', 'validate', 'a%2Fb', '%C3%A9', 'é', '%', '%zz', '%E0%A4%A', 'a.b', '~'];
const PATHS = [
  ...new Set(ROUTES.flatMap(({ path }) => PARAMETERS.map((parameter) => path.replaceAll(/:\w+/g, parameter)))),
].flatMap((path) => [
  ...[path, `${path}/`, `${path}//`, `${path}/more`, path.toUpperCase(), path.toLowerCase(), `/${path}`],
  ...[path.replace('/v1/', '/v1//'), path.replace('posts', '%70osts'), path.slice(0, path.lastIndexOf('/'))],
]);

const router = Router();
for (const route of ROUTES)
  router[route.method.toLowerCase() as 'get'](route.path, ({ params, answer }: Request & Answering) =>
    answer({ route, params }),
  );
router.use(({ answer }: Request & Answering) => answer('none'));

type Answering = { readonly answer: (found: Found) => void };

const askExpress = (method: string, url: string): Promise<Found> =>
  new Promise((resolve, reject) => {
    const request = { method, url, answer: resolve } as unknown as Request;
    router(request, {} as Response, (error) =>
      error instanceof URIError ? resolve('not well encoded') : reject(error),
    );
  });

test('a path leads to the route, and with the parameters, that Express would find', async () => {
  const find = routeTable(ROUTES);
  const ask = (method: string, path: string): Found => {
    try {
      return find(method, path) ?? 'none';
    } catch (error) {
      if (error instanceof URIError) return 'not well encoded';
      throw error;
    }
  };
  const asked = METHODS.flatMap((method) => PATHS.map((path) => [method, path] as const));
  const expected = await Promise.all(asked.map(([method, path]) => askExpress(method, path)));
  expect(asked.map(([method, path]) => [method, path, ask(method, path)])).toEqual(
    asked.map(([method, path], at) => [method, path, expected[at]]),
  );
  const kinds = expected.map((found) => (typeof found === 'string' ? found : 'a route'));
  expect(new Set(kinds)).toEqual(new Set(['a route', 'none', 'not well encoded']));
});
