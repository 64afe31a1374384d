import { writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { serviceOfFile } from '@fanfare/harness/service';
import { startProgram } from '@fanfare/harness/testing';
import { Fanfare } from '@fanfare/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startReceiver, type TestReceiver } from './receiver.ts';
import { runCli } from './run-cli.ts';

const BIN = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
const PATH = process.env.PATH;

const service = serviceOfFile();
let fanfare: Fanfare;
let receiver: TestReceiver;
beforeAll(async () => {
  fanfare = new Fanfare(service);
  receiver = await startReceiver();
});
afterAll(() => receiver?.close());

type Line = { readonly kind: string; readonly [fact: string]: unknown };

/**
 * `fanfare-cli listen --json` with its lines; it is ready when this resolves, and the receiver
 * knows its secret.
 */
async function listen(options: { readonly words?: readonly string[]; readonly baseUrl?: string } = {}) {
  const env = { PATH, FANFARE_BASE_URL: options.baseUrl ?? service.baseUrl, FANFARE_API_KEY: service.apiKey };
  const program = startProgram(
    process.execPath,
    [BIN, 'listen', '--forward-to', receiver.url, '--json', ...(options.words ?? [])],
    env,
  );
  const started = parse(await program.prints('"kind":"started"'))[0]!;
  receiver.secret = String(started.secret);
  await program.prints('"kind":"connected"');
  return {
    prints: program.prints,
    async end() {
      program.kill('SIGINT');
      const { code, stdout, stderr } = await program.ended;
      return { code, stderr, lines: parse(stdout) };
    },
  };
}

const parse = (output: string): Line[] =>
  output
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Line => JSON.parse(line));

/** Publishes on one account and resolves with the ids of its two events. */
async function publish(text: string): Promise<string[]> {
  const { post } = await fanfare.posts.createAndWait({
    content: text,
    platforms: [{ platform: 'x', accountId: service.accounts.x }],
  });
  const idsNow = async (): Promise<string[]> => {
    const events = await fanfare.events.list().toArray();
    return events.filter(({ data }) => 'post' in data && data.post.id === post.id).map(({ id }) => id);
  };
  await expect.poll(async () => (await idsNow()).length).toBe(2);
  return idsNow();
}

test('forwards what happens from now on, and ends with a summary', async () => {
  await publish('Before it listens');
  const listening = await listen();
  const ids = await publish('While it listens');
  await listening.prints(`"id":"${ids[1]}"`);
  const { code, stderr, lines } = await listening.end();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const delivery = {
    kind: 'delivery',
    at: expect.stringMatching(/Z$/),
    isDelivered: true,
    attempts: 1,
    status: 200,
    durationMs: expect.any(Number),
    error: null,
  };
  expect(lines).toEqual([
    { kind: 'started', baseUrl: service.baseUrl, forwardTo: receiver.url, secret: expect.stringMatching(/^whsec_/) },
    { kind: 'connected', again: false },
    { ...delivery, id: ids[0], type: 'target.published' },
    { ...delivery, id: ids[1], type: 'post.published' },
    { kind: 'summary', delivered: 2, failed: 0, lastEventId: ids[1] },
  ]);
  expect(receiver.received.map(({ id }) => id)).toEqual(ids);
  const stored = await fanfare.events.list({ limit: 100 }).toArray();
  expect(receiver.received.map(({ body }) => JSON.parse(body))).toEqual(stored.filter(({ id }) => ids.includes(id)));
});

test('goes on after an event, and forwards only the types that are wanted', async () => {
  const [first = '', second = ''] = await publish('After this one');
  const third = await publish('And this one');
  const listening = await listen({ words: ['--after', first, '--events', 'post.published'] });
  await listening.prints(`"id":"${third[1]}"`);
  const { lines } = await listening.end();
  expect(lines.filter(({ kind }) => kind === 'delivery').map(({ id }) => id)).toEqual([second, third[1]]);
});

test('begins with the events since a moment', async () => {
  await publish('Too early');
  const since = new Date().toISOString();
  const ids = await publish('Late enough');
  const listening = await listen({ words: ['--since', since] });
  const more = await publish('Later still');
  await listening.prints(`"id":"${more[1]}"`);
  const { lines } = await listening.end();
  expect(lines.filter(({ kind }) => kind === 'delivery').map(({ id }) => id)).toEqual([...ids, ...more]);
});

test('goes on where it was when the service comes back, and says so once', async () => {
  const path = await startPath(new URL(service.baseUrl));
  const listening = await listen({ baseUrl: path.baseUrl });
  const before = await publish('Before the cut');
  await listening.prints(`"id":"${before[1]}"`);
  await path.cut();
  await listening.prints('"kind":"lost"');
  const during = await publish('During the cut');
  await path.restore();
  await listening.prints(`"id":"${during[1]}"`);
  const { code, lines } = await listening.end();
  await path.cut();
  expect(code).toBe(0);
  expect(lines.map(({ kind, id }) => (kind === 'delivery' ? id : kind))).toEqual([
    'started',
    'connected',
    ...before,
    'lost',
    'connected',
    ...during,
    'summary',
  ]);
});

test('a cut before the first event loses nothing either', async () => {
  const path = await startPath(new URL(service.baseUrl));
  const listening = await listen({ baseUrl: path.baseUrl });
  await path.cut();
  await listening.prints('"kind":"lost"');
  const during = await publish('During an early cut');
  await path.restore();
  await listening.prints(`"id":"${during[1]}"`);
  const { lines } = await listening.end();
  await path.cut();
  expect(lines.filter(({ kind }) => kind === 'delivery').map(({ id }) => id)).toEqual(during);
});

test('prints lines for people, and never the key', async () => {
  const keyFile = `${service.folder}/key.txt`;
  writeFileSync(keyFile, `${service.apiKey}\n`);
  const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
  receiver.secret = secret;
  const program = startProgram(
    process.execPath,
    [BIN, 'listen', '--no-json', '--forward-to', receiver.url, '--api-key-file', keyFile],
    { PATH, FANFARE_BASE_URL: service.baseUrl, FANFARE_WEBHOOK_SECRET: secret },
  );
  await program.prints('Ready.');
  receiver.answers.push(500);
  const [first, second] = await publish('For people');
  await program.prints(`${second}`);
  program.kill('SIGINT');
  const { code, stdout, stderr } = await program.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.replace(/\d\d:\d\d:\d\d/g, '00:00:00').replace(/ +\d+ ms/g, ' 1 ms')).toBe(`Events of ${service.baseUrl}
Forwards to ${receiver.url}
Signs with FANFARE_WEBHOOK_SECRET
Ready. Ctrl-C ends.

00:00:00  500 1 ms  target.published          ${first}  answered 500
00:00:00  200 1 ms  post.published            ${second}

2 events: 1 delivered, 1 failed. To go on from here: --after ${second}
`);
  expect(stdout).not.toContain(service.apiKey);
});

test.each([
  ['without an address', { FANFARE_BASE_URL: undefined }, [], 1, /^Set FANFARE_BASE_URL /],
  ['without a key', { FANFARE_API_KEY: undefined }, [], 5, /^FANFARE_BASE_URL is set without a key/],
  ['with a wrong secret', { FANFARE_WEBHOOK_SECRET: 'whsec_short' }, [], 1, /^FANFARE_WEBHOOK_SECRET has another form/],
  ['with a wrong key', { FANFARE_API_KEY: 'fanfare_sk_wrong' }, [], 5, /unauthorized/],
  ['after an event that is not kept', {}, ['--after', 'evt_01m81w01jmeyfv672xy961f601'], 1, /invalid_request/],
])('ends with a sentence %s', async (_, given, words, code, message) => {
  const env = { FANFARE_BASE_URL: service.baseUrl, FANFARE_API_KEY: service.apiKey, ...given };
  const run = await runCli(['listen', '--forward-to', receiver.url, ...words], { env });
  expect(run).toMatchObject({ code, stderr: expect.stringMatching(message) });
  expect(run.stderr).not.toContain(service.apiKey);
});

/** A way to the service that a test can cut, as a network or a restart does. */
async function startPath(to: URL) {
  const sockets = new Set<Socket>();
  const create = (): Server =>
    createServer((socket) => {
      const onward = connect(Number(to.port), to.hostname);
      for (const each of [socket, onward]) {
        sockets.add(each);
        each.on('error', () => undefined).on('close', () => sockets.delete(each));
      }
      socket.pipe(onward).pipe(socket);
    });
  const open = (port: number) =>
    new Promise<Server>((resolve) => {
      const server = create();
      server.listen(port, '127.0.0.1', () => resolve(server));
    });
  let server = await open(0);
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async cut() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async restore() {
      server = await open(port);
    },
  };
}
