import { expect, test } from 'vitest';
import { loggedPath } from '../../../src/api/request-log.ts';

test.each([
  ['/setup/TOKEN', '/setup/:token'],
  ['//setup/TOKEN', '/setup/:token'],
  ['/setup//TOKEN', '/setup/:token'],
  ['/SETUP/TOKEN', '/SETUP/:token'],
  ['/%73etup/TOKEN', '/setup/:token'],
  ['/%2573etup/TOKEN', '/setup/:token'],
  ['/setup%2FTOKEN', '/setup/:token'],
  ['/setup%252fTOKEN', '/setup/:token'],
  ['/%5Csetup%5CTOKEN', '/setup/:token'],
  ['/./setup/TOKEN', '/setup/:token'],
  ['/x/../setup/TOKEN', '/setup/:token'],
  ['/x/%2e%2e/setup/TOKEN', '/setup/:token'],
  ['/setup/%2FTOKEN', '/setup/:token'],
  ['/fanfare/setup/TOKEN', '/fanfare/setup/:token'],
  ['//connect/TOKEN', '/connect/:token'],
  ['//sign-in//link/TOKEN', '/sign-in/link/:token'],
  ['/invitations%2FTOKEN/x', '/invitations/:token'],
  ['/uploads/TOKEN', '/uploads/:token'],
  ['/fanfare/%75ploads/TOKEN', '/fanfare/uploads/:token'],
  ['/m/KEY/photo.jpg', '/m/:key/photo.jpg'],
  ['/fanfare//m/KEY', '/fanfare/m/:key'],
  ['//removal/status/CODE', '/removal/status/:code'],
])('%s is logged as %s', (path, shown) => {
  expect(loggedPath(path)).toBe(shown);
});

test.each([
  '/',
  '/api/v1/accounts/connect',
  '/app/setup/x',
  '/api/v1/posts/post_01abc',
  '/.well-known/security.txt',
  '/a%2Fb',
])('%s is logged as it is', (path) => {
  expect(loggedPath(path)).toBe(path);
});

test('a long path is cut', () => {
  expect(loggedPath(`/${'a/'.repeat(8_000)}`)).toHaveLength(300);
});
