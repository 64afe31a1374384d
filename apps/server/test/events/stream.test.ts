import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { Project } from '../harness.ts';
import { startTestServer } from '../harness.ts';
import { until } from '../until.ts';
import { useServer } from '../use-server.ts';
import { allPublic, eventsOf } from './read-events.ts';

const server = useServer();

type Message = { readonly id: string; readonly event: string; readonly data: { readonly id: string } };
type Reader = {
  readonly answer: IncomingMessage;
  readonly messages: Message[];
  /** The id of each message, and first the place where the stream opened. */
  readonly places: string[];
  readonly text: () => string;
  /** Comments that have arrived: one for each heartbeat of a quiet stream. */
  readonly heartbeats: () => number;
  readonly ended: Promise<void>;
  close(): void;
};

const open = new Set<Reader>();
afterEach(() => {
  for (const reader of open) reader.close();
  open.clear();
});

/** Opens a stream with plain HTTP. `paused` reads nothing of the body. */
function stream(
  project: Project,
  options: { from?: string; paused?: boolean; baseUrl?: string } = {},
): Promise<Reader> {
  const headers = {
    Authorization: `Bearer ${project.apiKey}`,
    ...(options.from !== undefined && { 'Last-Event-ID': options.from }),
  };
  return new Promise((resolve, reject) => {
    const request = get(
      `${options.baseUrl ?? server.baseUrl}/api/v1/events/stream`,
      { headers, agent: false },
      (answer) => {
        let text = '';
        let heartbeats = 0;
        const messages: Message[] = [];
        const places: string[] = [];
        answer.setEncoding('utf8');
        if (!options.paused)
          answer.on('data', (chunk: string) => {
            text += chunk;
            for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
              const fields = Object.fromEntries(
                text
                  .slice(0, end)
                  .split('\n')
                  .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
              );
              if (text.startsWith(':')) heartbeats++;
              if (fields.id) places.push(fields.id);
              if (fields.data) messages.push({ id: fields.id!, event: fields.event!, data: JSON.parse(fields.data) });
              text = text.slice(end + 2);
            }
          });
        const ended = new Promise<void>((end) => answer.on('close', end));
        answer.on('error', () => undefined);
        const reader = {
          ...{ answer, messages, places, ended },
          ...{ text: () => text, heartbeats: () => heartbeats, close: () => request.destroy() },
        };
        open.add(reader);
        resolve(reader);
      },
    );
    request.on('error', reject);
  });
}

const arrived = (reader: Reader, count: number) =>
  until(async () => (reader.messages.length >= count ? reader.messages : null));

test('events arrive as they become public, as the bytes of the list, with the place to go on', async () => {
  const ana = await server.person('x');
  await allPublic(server.db);
  const reader = await stream(ana.project);
  expect([
    reader.answer.statusCode,
    reader.answer.headers['content-type'],
    reader.answer.headers['cache-control'],
  ]).toEqual([...[200, 'text/event-stream', 'no-store']]);
  await ana.publish({ content: 'Hello' });
  const messages = await arrived(reader, 2);
  // Without what was there before.
  const [, ...events] = await eventsOf(ana.project);
  expect(messages.map(({ data }) => data)).toEqual(events);
  expect(messages.map(({ event }) => event)).toEqual(events.map(({ type }) => type));

  await ana.publish({ content: 'Again' });
  await allPublic(server.db);
  const all = await eventsOf(ana.project);
  // A reader that lost its connection before the first event goes on from where the stream opened.
  const opened = await stream(ana.project, { from: reader.places[0]! });
  expect((await arrived(opened, 4)).map(({ data }) => data)).toEqual(all.slice(1));
  for (const from of [messages[0]!.id, messages[0]!.data.id]) {
    const again = await stream(ana.project, { from });
    expect((await arrived(again, 3)).map(({ data }) => data)).toEqual(all.slice(2));
  }
});

test('events that another server made public arrive too', async () => {
  const ana = await server.person('x');
  await allPublic(server.db);
  const other = await server.startAnother();
  const readers = await Promise.all([stream(ana.project), stream(ana.project, { baseUrl: other.baseUrl })]);
  await ana.publish({ content: 'Here' });
  await ana.project.at(other.baseUrl).publish({
    content: 'There',
    platforms: [{ platform: 'x', accountId: ana.account.id }],
  });
  for (const reader of readers)
    expect((await arrived(reader, 4)).map(({ data }) => data)).toEqual((await eventsOf(ana.project)).slice(1));
  await other.halt();
  await readers[1]!.ended;
});

test('a place that is none is refused before the stream begins', async () => {
  const project = await server.createProject();
  const refused = await stream(project, { from: 'nonsense' });
  await refused.ended;
  expect(refused.answer.statusCode).toBe(400);
});

test('a key has ten streams at a time; a closed one makes room', async () => {
  const project = await server.createProject();
  const readers = await Promise.all(Array.from({ length: 10 }, () => stream(project)));
  expect(readers.map(({ answer }) => answer.statusCode)).toEqual(Array.from({ length: 10 }, () => 200));
  const refused = await stream(project);
  expect([refused.answer.statusCode, refused.answer.headers['retry-after']]).toEqual([429, '5']);
  expect((await stream(await server.createProject())).answer.statusCode).toBe(200);
  readers[0]!.close();
  await until(async () => ((await stream(project)).answer.statusCode === 200 ? true : null));
});

test('readers that leave while their place is looked up leave nothing behind', async () => {
  const project = await server.createProject();
  const left = () => server.log().split('"disconnected":true').length - 1;
  const leftBefore = left();
  await server.db.transaction(async (tx) => {
    await tx.query({ text: 'lock table event_positions in access exclusive mode' });
    const headers = { Authorization: `Bearer ${project.apiKey}` };
    const leaving = Array.from({ length: 10 }, () =>
      get(`${server.baseUrl}/api/v1/events/stream`, { headers, agent: false }).on('error', () => undefined),
    );
    // The server never hears of one that leaves before it is sent.
    await until(async () => (leaving.every((request) => request.writableFinished) ? true : null));
    await until(async () => {
      const { rows } = await tx.query({
        text: "select from pg_locks where not granted and relation = 'event_positions'::regclass",
      });
      return rows.length > 0 ? true : null;
    });
    for (const request of leaving) request.destroy();
    await until(async () => (left() >= leftBefore + leaving.length ? true : null));
  });
  // Whoever waited for the lock is through before these are.
  const readers = await Promise.all(Array.from({ length: 10 }, () => stream(project)));
  expect(readers.map(({ answer }) => answer.statusCode)).toEqual(Array.from({ length: 10 }, () => 200));
});

test('a reader that takes nothing holds neither memory nor a connection to the database; one beside it has everything', async () => {
  const ana = await server.person('x');
  await allPublic(server.db);
  const slow = await stream(ana.project, { paused: true });
  const quick = await stream(ana.project);
  const count = 20_000;
  await server.db.query({
    text: `with p as (select project_id, last from event_positions where project_id = (select project_id from accounts where platform_user_id = $1)),
             e as (insert into events (project_id, id, type, position, body)
               select project_id, gen_random_uuid(), 'network.version_ended', last + n, '{"id":"' || n || '","filler":"' || repeat('x', 1000) || '"}'
               from p, generate_series(1, $2::int) n)
           update event_positions q set last = q.last + $2::int from p where q.project_id = p.project_id`,
    values: [ana.account.platformUserId, count],
  });
  const before = process.memoryUsage.rss();
  expect((await arrived(quick, count)).at(-1)!.data.id).toBe(String(count));
  // 20 MB wait for the slow reader; the server holds a page of them and what the sockets take.
  // The transaction of a job may be open at this moment, and ends; one of a reader that takes
  // nothing would stay.
  await until(async () => {
    const { rows } = await server.db.query<{ busy: number }>({
      text: `select count(*)::int as busy from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    });
    return rows[0]!.busy === 0 ? true : null;
  });
  expect(slow.answer.readableLength).toBeLessThan(1_000_000);
  expect(before).toBeGreaterThan(0);
});

test('a stream of a revoked key ends', async () => {
  const quick = await startTestServer({ options: { eventHeartbeatMs: 100 } });
  try {
    const project = await quick.createProject();
    const reader = await stream(project, { baseUrl: quick.baseUrl });
    await until(async () => (reader.heartbeats() >= 2 ? true : null));
    expect(reader.answer.complete).toBe(false);
    await quick.db.query({ text: 'update api_keys set revoked_at = now()' });
    // Heartbeats may be on their way when the key is revoked. A stream that goes on shows itself by
    // more of them, whatever the speed.
    const most = reader.heartbeats() + 20;
    await until(async () => (reader.answer.closed || reader.heartbeats() > most ? true : null));
    expect({ complete: reader.answer.complete, goesOn: reader.heartbeats() > most }).toEqual({
      complete: true,
      goesOn: false,
    });
  } finally {
    await quick.stop();
  }
});

test.each([
  ['with events all the time', false],
  ['whose reader takes nothing', true],
])('a stream of a revoked key ends, %s', async (_, paused) => {
  const ana = await server.person('x');
  await allPublic(server.db);
  const ofAna = {
    text: '(select project_id from accounts where platform_user_id = $1)',
    id: ana.account.platformUserId,
  };
  const addEvents = (count: number) =>
    server.db.query({
      text: `with p as (select project_id, last from event_positions where project_id = ${ofAna.text}),
               e as (insert into events (project_id, id, type, position, body)
                 select project_id, gen_random_uuid(), 'network.version_ended', last + n, '{"id":"x","filler":"' || repeat('x', 1000) || '"}'
                 from p, generate_series(1, $2::int) n)
             update event_positions q set last = q.last + $2::int from p where q.project_id = p.project_id`,
      values: [ofAna.id, count],
    });
  const reader = await stream(ana.project, { paused });
  let isClosed = false;
  void reader.ended.then(() => {
    isClosed = true;
  });
  await addEvents(paused ? 20_000 : 1);
  if (!paused) await arrived(reader, 1);
  await server.db.query({
    text: `update api_keys set revoked_at = now() where project_id = ${ofAna.text}`,
    values: [ofAna.id],
  });
  // One that goes on has these one after the other, and is never quiet.
  for (let events = 0; events < 200 && !isClosed; events++) {
    await addEvents(1);
    // What the sockets hold has to be read until the end of a stream shows.
    if (paused && events === 20) reader.answer.resume();
    await sleep(50);
  }
  expect(isClosed).toBe(true);
});

test('HEAD is answered with the headers alone, and counts as no stream', async () => {
  const project = await server.createProject();
  const headers = { Authorization: `Bearer ${project.apiKey}` };
  const answers: unknown[] = [];
  for (let n = 0; n < 11; n++) {
    const { status, headers: answered } = await fetch(`${server.baseUrl}/api/v1/events/stream`, {
      method: 'HEAD',
      headers,
    });
    answers.push([status, answered.get('content-type')]);
  }
  expect(answers).toEqual(Array(11).fill([200, 'text/event-stream']));
});
