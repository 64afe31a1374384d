import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Callbacks, listenForCallbacks } from '../src/callback-server.ts';

let callbacks: Callbacks;

beforeAll(async () => {
  callbacks = await listenForCallbacks();
});
afterAll(() => callbacks.close());

const visit = async (url: string): Promise<[number, string]> => {
  const response = await fetch(url);
  return [response.status, await response.text()];
};
const WELCOME = [200, '<h1>Thank you, you can close this page.</h1>'];
const REFUSED = [404, '<h1>Nobody asked for this.</h1>'];

test('a callback with the nonce is accepted, once', async () => {
  const { redirectUrl, arrived } = callbacks.expect();
  const address = `${redirectUrl}&status=success&accountId=acc_1`;
  expect(await visit(address)).toEqual(WELCOME);
  const { nonce, ...outcome } = Object.fromEntries(await arrived);
  expect(outcome).toEqual({ status: 'success', accountId: 'acc_1' });
  expect(nonce).toMatch(/^[\da-f-]{36}$/);
  expect(await visit(address)).toEqual(REFUSED);
});

test('an invented outcome is refused, and the real one still counts', async () => {
  const { redirectUrl, arrived } = callbacks.expect();
  for (const made of ['/connected?status=success&accountId=acc_mine', '/connected?nonce=guess', '/']) {
    expect(await visit(`${callbacks.origin}${made}`)).toEqual(REFUSED);
  }
  expect(await visit(redirectUrl.replace('/connected', '/elsewhere'))).toEqual(REFUSED);
  expect(await visit(`${redirectUrl}&status=error`)).toEqual(WELCOME);
  expect((await arrived).get('status')).toBe('error');
});
