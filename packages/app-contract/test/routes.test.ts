import { APP_ADDRESSES, APP_ROUTES } from '@fanfare/app-contract';
import { expect, it } from 'vitest';

it('names every route with its method and path, in the same order', () => {
  const routes = APP_ROUTES.map(({ name, method, path }) => [name, `${method} ${path}`]);
  expect(routes).toEqual(Object.entries(APP_ADDRESSES));
});
