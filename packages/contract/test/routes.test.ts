import { describe, expect, test } from 'vitest';
import {
  ErrorBodySchema,
  errorExample,
  NoBodySchema,
  notesOf,
  REQUEST_ERROR_CODES,
  routeOf,
  routesOf,
  TAGS,
} from '../src/index.ts';
import { ROUTE_NAMES } from '../src/route-names.ts';

test('every route of the contract is in the list of names, in its order', () => {
  expect(routesOf().map(({ name }) => name)).toEqual(ROUTE_NAMES);
});

test('operation ids are unique and every tag is used', () => {
  const ids = routesOf().map(({ name }) => notesOf(name).operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(routesOf().map(({ name }) => notesOf(name).tag))).toEqual(new Set(Object.keys(TAGS)));
});

test('every request error code can be met on some route, or at the address of an upload', () => {
  const met = new Set(routesOf().flatMap(({ errorCodes }) => errorCodes));
  expect([...REQUEST_ERROR_CODES].filter((code) => !met.has(code))).toEqual(['upload_closed']);
});

test('a route can be found by its name', () => {
  expect(routeOf('posts.get').path).toBe('/api/v1/posts/:id');
});

describe.each(routesOf().map((route) => [route.name, route] as const))('%s', (name, route) => {
  const { requests, answers } = notesOf(name);

  test('refuses a body that is too large or no JSON where it reads one', () => {
    const codes = ['payload_too_large', 'unsupported_media_type'] as const;
    for (const code of codes)
      expect(route.ownCodes.includes(code)).toBe(['POST', 'PUT', 'PATCH'].includes(route.method));
  });

  test('declares exactly the parameters of its path', () => {
    const declared = route.pathParams?.safeParse(
      Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, key]) => [key, 'x'])),
    );
    expect(declared?.success ?? !route.path.includes(':')).toBe(true);
  });

  test('has valid examples of every request and answer', () => {
    expect(requests.length > 0).toBe(route.body !== undefined);
    for (const { value } of requests) expect(route.body?.safeParse(value).error).toBeUndefined();
    for (const [status, { example }] of Object.entries(answers)) {
      const schema = route.responses[Number(status)];
      expect(example === undefined).toBe(schema === NoBodySchema);
      expect(schema?.parse(example?.value)).toEqual(example?.value);
    }
  });
});

test.each(REQUEST_ERROR_CODES)('the example of %s is a whole error body', (code) => {
  const { value } = errorExample(code);
  expect(ErrorBodySchema.parse(value)).toEqual(value);
});
