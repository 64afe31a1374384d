// @vitest-environment node
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { serveMock } from '@fanfare/mock/server';
import { UnauthorizedError, UnavailableError } from '@fanfare/sdk';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fanfareProxy } from '../back-end/fanfare-proxy.ts';
import { createClient } from '../src/create-client.ts';

let served: Awaited<ReturnType<typeof serveMock>>;
let origin: string;
let stop: () => void;
let isSignedIn = true;
const request = { content: 'Hello', platforms: [{ platform: 'x', accountId: '' }] } as const;

beforeAll(async () => {
  served = await serveMock();
  const { mock, url } = served;
  const app = express();
  app.use('/api/fanfare', fanfareProxy({ baseUrl: url, apiKey: mock.apiKey, isSignedIn: () => isSignedIn }));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stop = () => void server.close();
});
afterAll(() => {
  stop?.();
});

test('a post is published through it, with the key that only it knows', async () => {
  const { x } = served.mock.scenario('everything-works');
  const fanfare = createClient(origin);
  const { post } = await fanfare.posts.create({ ...request, platforms: [{ platform: 'x', accountId: x.id }] });
  expect(post.status).toBe('published');
  expect((await fanfare.posts.waitUntilSettled(post.id)).id).toBe(post.id);
  const { text, response } = await fanfare.accounts.list({ platform: 'x' }).withResponse();
  expect(JSON.parse(text)).toMatchObject({ accounts: [{ username: 'ada' }] });
  expect(text + JSON.stringify([...response.headers])).not.toContain(served.mock.apiKey);
  await expect(fanfare.posts.validate(request)).rejects.toMatchObject({ code: 'account_not_found', status: 404 });
});

test('it refuses users who are not signed in, and forms of other sites', async () => {
  isSignedIn = false;
  await expect(createClient(origin).accounts.list()).rejects.toBeInstanceOf(UnauthorizedError);
  isSignedIn = true;
  expect((await fetch(`${origin}/api/fanfare/api/v1/posts/post_1/cancel`, { method: 'POST' })).status).toBe(401);
});

test('routes that the front end does not need do not exist', async () => {
  const { accounts } = await createClient(origin).accounts.list();
  await expect(createClient(origin).accounts.delete(accounts[0]?.id ?? '')).rejects.toMatchObject({
    code: 'not_found',
  });
  const headers = { authorization: 'Bearer any' };
  expect((await fetch(`${origin}/api/fanfare/api/v1/posts/..%2f..%2fmetrics`, { headers })).status).toBe(404);
});

test('while Fanfare is down the front end gets an error that it may retry', async () => {
  await served.close();
  await expect(createClient(origin).usage.get({ maxRetries: 0 })).rejects.toBeInstanceOf(UnavailableError);
});

test('the README shows the proxy as it is', () => {
  const proxy = readFileSync(new URL('../back-end/fanfare-proxy.ts', import.meta.url), 'utf8');
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  expect(readme).toContain(proxy.slice(proxy.indexOf('/** Passes')).trim());
});
