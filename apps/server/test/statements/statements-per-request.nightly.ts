import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useServer } from '../use-server.ts';

/** What each route may send to the database: recorded figures. Lower them with the change that saves a statement. */
const recorded: Readonly<Record<string, number>> = JSON.parse(
  readFileSync(new URL('./recorded.json', import.meta.url), 'utf8'),
);

/** A request wakes the relay of events, which then works in its context but not for its answer. */
const OF_THE_RELAY = /^(find_waiting_events|publish_events)$/;

/** Statements of the request that runs. */
const sent = new AsyncLocalStorage<string[]>();
const requests: { readonly route: string; readonly statements: string[] }[] = [];

const START = 'http.server.request.start';
const onRequest = (message: unknown): void => {
  const { request } = message as { request: IncomingMessage };
  const statements: string[] = [];
  sent.enterWith(statements);
  requests.push({ route: `${request.method} ${request.url}`, statements });
};

type Query = (this: pg.Client, statement: unknown, ...rest: unknown[]) => unknown;
const client = pg.Client.prototype as unknown as { query: Query };
const { query } = client;

beforeAll(() => {
  subscribe(START, onRequest);
  client.query = function (statement, ...rest) {
    const { name, text = '' } = statement as { readonly name?: string; readonly text?: string };
    // The settings of a new connection are no part of the request that opened it.
    if (!text.startsWith('set ') && !OF_THE_RELAY.test(name ?? '')) sent.getStore()?.push(name ?? text);
    return query.call(this, statement, ...rest);
  };
});
afterAll(() => {
  unsubscribe(START, onRequest);
  client.query = query;
});

const server = useServer();

/** Statements of the last request to this route. */
function statementsOf(route: string): readonly string[] {
  const request = requests.findLast((each) => each.route === route);
  if (request === undefined) throw new Error(`no request was seen to ${route}`);
  return [...request.statements];
}

const LATER = '2099-06-15T00:00:00.000Z';

test('no route of the hot path sends more statements than recorded', async () => {
  const { project, account } = await server.person('x');
  const platforms = [{ platform: 'x', accountId: account.id }];
  const routes: Record<string, readonly string[]> = {};

  await project.publish({ content: 'Later', platforms, publishAt: LATER });
  routes['schedule a post'] = statementsOf('POST /api/v1/posts');
  const { body } = await project.publish({ content: 'Now', platforms });
  routes['publish a post'] = statementsOf('POST /api/v1/posts');
  await project.call('GET', `/api/v1/posts/${body.post.id}`);
  routes['read a post'] = statementsOf(`GET /api/v1/posts/${body.post.id}`);
  await project.call('GET', '/api/v1/posts');
  routes['list posts'] = statementsOf('GET /api/v1/posts');

  expect(routes['schedule a post']!.length, 'recording is counted').toBeGreaterThan(0);
  for (const [what, statements] of Object.entries(routes))
    expect(statements.length, `${what}: ${statements.join(', ')}`).toBeLessThanOrEqual(recorded[what]!);
});
