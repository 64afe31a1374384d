import * as msw3 from 'msw/node';
import * as msw2 from 'msw2/node';
import { afterEach, describe, expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { mswHandlers } from '../src/msw.ts';
import { callerOf, target } from './call-mock.ts';

const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

describe.each([
  ['msw 3', msw3.setupServer],
  // Its own types of the same handlers; that they run there is what this test is about.
  ['msw 2', msw2.setupServer as unknown as typeof msw3.setupServer],
])('%s in Node', (_, setupServer) => {
  test('the global fetch publishes, and a cut connection looks like one', async () => {
    const mock = createMock();
    const server = setupServer(...mswHandlers(mock));
    server.listen();
    ended.push(() => server.close());
    const call = callerOf({ ...mock, fetch: (input, init) => fetch(input, init) });
    const { x } = mock.scenario('everything-works');
    const body = { content: 'Hello', platforms: [target(x)] };
    const created = await call('POST', '/posts', body, { 'idempotency-key': 'a' });
    expect(created).toMatchObject({ status: 201, body: { post: { status: 'published' } } });
    expect(created.headers.get('x-request-id')).not.toBeNull();
    mock.faults.add({ drop: 'before' });
    await expect(call('GET', '/usage')).rejects.toBeInstanceOf(TypeError);
    expect((await call('GET', '/posts')).body).toMatchObject({ posts: [{ content: 'Hello' }] });
  });
});
