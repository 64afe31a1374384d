import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { EVENT_TYPES, eventExample, type WebhookEvent } from '@fanfare/contract';
import { serviceOfFile } from '@fanfare/harness/service';
import { nextAttemptAt, webhookHeaders, webhookSecret } from '@fanfare/rules';
import { Fanfare } from '@fanfare/sdk';
import type { Express } from 'express';
import type { FastifyInstance } from 'fastify';
import type { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fileOf } from '../src/pages.ts';
import { readPage } from './code-blocks/read-page.ts';
import { type ReaderFolder, readerFolder } from './code-blocks/reader-folder.ts';

const blocks = readPage('webhooks.md');
const secret = webhookSecret(new Uint8Array(32).fill(7));
const otherSecret = webhookSecret(new Uint8Array(32).fill(8));

let folder: ReaderFolder;
let typeErrors: Promise<string>;
const servers: Server[] = [];
beforeAll(() => {
  folder = readerFolder(blocks);
  typeErrors = folder.typeErrors();
  vi.stubEnv('FANFARE_WEBHOOK_SECRET', secret);
});
afterAll(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  folder?.remove();
  vi.unstubAllEnvs();
});

const load = async (file: string) => import(pathToFileURL(path.join(folder.path, file)).href);

/** A request as it reaches a receiver; answers with the status. */
type Receive = (request: Request) => Promise<Response>;

async function listening(server: Server): Promise<Receive> {
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return async (request) =>
    fetch(`http://127.0.0.1:${port}${new URL(request.url).pathname}`, {
      method: 'POST',
      headers: request.headers,
      body: await request.text(),
    });
}

/**
 * Each recipe behind what calls it: a server of Node, or the function that its platform calls with
 * a `Request`.
 */
const RECIPES: Readonly<Record<string, () => Promise<Receive>>> = {
  'express.ts': async () => listening(createServer(((await load('express.ts')) as { app: Express }).app)),
  'fastify.ts': async () => {
    const { app } = (await load('fastify.ts')) as { app: FastifyInstance };
    await app.ready();
    return listening(app.server);
  },
  'route.ts': async () => ((await load('route.ts')) as { POST: Receive }).POST,
  'hono.ts': async () => async (request) => ((await load('hono.ts')) as { app: Hono }).app.fetch(request),
};

/** JSON that no program writes: whoever parses it and writes it again has other bytes. */
const oddly = (event: WebhookEvent): string =>
  JSON.stringify(event, null, 3).replaceAll('/', '\\/').replace('é', '\\u00e9');

async function deliver(receive: Receive, event: WebhookEvent, change: { by?: string; body?: string } = {}) {
  const body = oddly(event);
  const headers = await webhookHeaders({ id: event.id, at: new Date(), body, secrets: [change.by ?? secret] });
  const url = 'https://app.example.com/hooks/fanfare';
  return receive(new Request(url, { method: 'POST', headers, body: change.body ?? body }));
}

const said: string[] = [];
beforeEach(() => {
  said.length = 0;
  vi.spyOn(console, 'log').mockImplementation((text) => void said.push(text));
  vi.spyOn(console, 'error').mockImplementation((text) => void said.push(String(text).split(':')[0]!));
});

test('there is a recipe for each framework that the page names', () => {
  const files = blocks.map(({ file }) => file);
  for (const file of Object.keys(RECIPES)) expect(files).toContain(file);
});

describe.each(Object.entries(RECIPES))('%s', (name, start) => {
  let receive: Receive;
  beforeAll(async () => {
    receive = await start();
  });
  let count = 0;
  const newEvent = () => ({ ...eventExample('target.failed'), id: `evt_${name}_${++count}` });

  test('takes a delivery, and the same one only once', async () => {
    const event = newEvent();
    expect((await deliver(receive, event)).status).toBe(204);
    expect((await deliver(receive, event)).status).toBe(204);
    expect(said).toEqual(['rye-2026-11-20 failed: duplicate_content']);
  });

  test('refuses a changed body and another secret', async () => {
    expect((await deliver(receive, newEvent(), { body: '{}' })).status).toBe(400);
    expect((await deliver(receive, newEvent(), { by: otherSecret })).status).toBe(400);
    expect(said).toEqual(['signature_mismatch', 'signature_mismatch']);
  });

  test('refuses a request without signature', async () => {
    const headers = { 'content-type': 'application/json' };
    const request = new Request('https://app.example.com/hooks/fanfare', { method: 'POST', headers, body: '{}' });
    expect((await receive(request)).status).toBe(400);
    expect(said).toEqual(['header_missing']);
  });

  test('takes every type of event', async () => {
    for (const type of EVENT_TYPES) {
      const event = { ...eventExample(type), id: `evt_${name}_${type}` };
      expect([type, (await deliver(receive, event)).status]).toEqual([type, 204]);
    }
  });
});

test('the library of the standard verifies a delivery as the page shows', async () => {
  const { verifyStandard } = (await load('standard.ts')) as typeof import('standardwebhooks') & {
    verifyStandard: (body: string, headers: Record<string, string>) => unknown;
  };
  const event = eventExample('account.expired');
  const body = oddly(event);
  const headers = await webhookHeaders({ id: event.id, at: new Date(), body, secrets: [otherSecret, secret] });
  expect(verifyStandard(body, headers)).toEqual(event);
  expect(() => verifyStandard(`${body} `, headers)).toThrow();
});

const page = readFileSync(fileOf('webhooks.md'), 'utf8');

test('the table of events names each of them once', () => {
  const [table = ''] = /^\| Event \|[\s\S]*?\n\n/m.exec(page) ?? [];
  const named = [...table.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, type]) => type);
  expect(named).toEqual(EVENT_TYPES);
});

test('the table of retries has the pauses that are made', () => {
  const [, row = ''] = /^\| after \|(.*)\|$/m.exec(page) ?? [];
  const unit = { s: 1, min: 60, h: 3600 } as const;
  const shown = row.split('|').map((cell) => {
    const [, number = '0', name] = /^(\d+) ?(s|min|h)?$/.exec(cell.trim()) ?? [];
    return Number(number) * 1000 * (name === undefined ? 1 : unit[name as keyof typeof unit]);
  });
  const at = new Date(0);
  const made = Array.from({ length: 11 }, (_, attempts) =>
    nextAttemptAt({ attempts, at, random: 0.5, retryAfterMs: null }),
  );
  expect([...shown, undefined]).toEqual(made.map((next) => next?.getTime()));
});

test('the programs are typed as they stand', async () => {
  expect(await typeErrors).toBe('');
});

describe('the programs of the page, at a service', () => {
  const service = serviceOfFile();
  const run = async (file: string) =>
    folder.run(process.execPath, [file], { FANFARE_BASE_URL: service.baseUrl, FANFARE_API_KEY: service.apiKey });

  test('create.ts makes a webhook and shows its secret', async () => {
    expect(await run('create.ts')).toMatch(/^whk_[0-9a-z]{26} whsec_[\w+/]{43}=\n$/);
  });

  test('enable.ts enables what is disabled, and replays what it missed', async () => {
    const fanfare = new Fanfare(service);
    // The one that create.ts made: it has no deliveries yet.
    const webhook = (await fanfare.webhooks.list().toArray()).at(-1);
    await fanfare.webhooks.update(webhook!.id, { enabled: false });
    expect(await run('enable.ts')).toBe(`${webhook!.id} 0 0\n`);
    expect((await fanfare.webhooks.get(webhook!.id)).webhook.enabled).toBe(true);
  });

  test('poll.ts handles the events so far and shows where to go on', async () => {
    const fanfare = new Fanfare(service);
    const { accounts } = await fanfare.accounts.list({ platform: 'x' });
    const platforms = [{ platform: 'x', accountId: accounts[0]!.id }] as const;
    await fanfare.posts.create({ content: 'Polled', platforms, idempotencyKey: 'job-17' });
    for await (const { type } of fanfare.events.stream({ after: (await firstEvent(fanfare)).id }))
      if (type === 'post.published') break;
    const [live, cursor, ...rest] = (await run('poll.ts')).trimEnd().split('\n');
    expect(live).toMatch(/^job-17 is live: http:\/\/\S+$/);
    expect(cursor).toMatch(/^[\w+/]+$/);
    expect(rest).toEqual([]);
  });
});

/** The oldest event: of an account, which the service has connected at its start. */
async function firstEvent(fanfare: Fanfare): Promise<{ readonly id: string }> {
  const [event] = await fanfare.events.list().toArray({ atMost: 1 });
  return event!;
}
