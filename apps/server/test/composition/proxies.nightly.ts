import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { MediaFile } from '@fanfare/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { nginxArguments } from '../shipped-nginx.ts';
import { until } from '../until.ts';
import { useServer } from '../use-server.ts';

const DEPLOY = fileURLToPath(new URL('../../../../deploy/', import.meta.url));
const PATH = `${process.env.PATH}:/usr/sbin`;
const has = (program: string): boolean =>
  spawnSync(program, ['version'], { env: { ...process.env, PATH } }).error === undefined;

const folder = mkdtempSync(path.join(tmpdir(), 'proxies-'));
const server = useServer({ env: { MEDIA_DIR: path.join(folder, 'files') } });
let echo: Server;
const running: ChildProcess[] = [];

beforeAll(async () => {
  // Answers with the headers that it was sent.
  echo = createServer((req, res) => void res.end(JSON.stringify(req.headers))).listen(0, '127.0.0.1');
  await new Promise((resolve) => echo.once('listening', resolve));
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill();
});
afterAll(() => {
  echo.close();
  rmSync(folder, { recursive: true });
});

const portOf = (of: { address(): unknown }): number => (of.address() as AddressInfo).port;

async function freePort(): Promise<number> {
  const listener = createTcpServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => listener.once('listening', resolve));
  const port = portOf(listener);
  await new Promise((resolve) => listener.close(resolve));
  return port;
}

/**
 * The shipped file as it is, except for its addresses and without TLS. Returns the program's
 * arguments.
 */
const PROXIES = {
  nginx: (port: number, upstream: number): readonly string[] =>
    nginxArguments(folder, { port, servers: [`127.0.0.1:${upstream}`] }),
  caddy(port: number, upstream: number): readonly string[] {
    const text = readFileSync(path.join(DEPLOY, 'caddy/Caddyfile'), 'utf8')
      .replace('social.example.com {', `http://127.0.0.1:${port} {`)
      .replace('127.0.0.1:4000', `127.0.0.1:${upstream}`);
    const file = path.join(folder, `Caddyfile-${port}`);
    writeFileSync(file, `{\n\tadmin off\n}\n${text}`);
    return ['run', '--adapter', 'caddyfile', '--config', file];
  },
} as const;

const LARGE_BYTES = 300 * 1_024 * 1_024;
const MOST_RSS_KB = 100 * 1_024;

async function* largeFile() {
  const chunk = Buffer.alloc(1_024 * 1_024, 'x');
  for (let sent = 0; sent < LARGE_BYTES; sent += chunk.length) yield chunk;
}

/** The processes of a proxy: nginx has workers. */
const processesOf = (pid: number): readonly number[] => [
  pid,
  ...readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
];

/** The most memory that a process has had, in KiB. */
const peakOf = (pid: number): number => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]);

/** Open files of a process in which it keeps bodies. */
const temporaryFilesOf = (pid: number): readonly string[] =>
  readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)].filter((name) => /\/(?:client_body|proxy)\//.test(name));
    } catch {
      // Closed meanwhile.
      return [];
    }
  });

async function startProxy(name: keyof typeof PROXIES, upstream: number): Promise<string> {
  const port = await freePort();
  const child = spawn(name, PROXIES[name](port, upstream), { env: { ...process.env, PATH, HOME: folder } });
  running.push(child);
  const baseUrl = `http://127.0.0.1:${port}`;
  await until(() =>
    fetch(baseUrl).then(
      () => true,
      () => null,
    ),
  );
  return baseUrl;
}

describe.each(['nginx', 'caddy'] as const)('%s, with the shipped file', (name) => {
  test.skipIf(!has(name))('passes on the API, and an event when it happens', async () => {
    const baseUrl = await startProxy(name, Number(new URL(server.baseUrl).port));
    const { project } = await server.person('threads');
    const answer = await fetch(`${baseUrl}/api/v1/events/stream`, {
      headers: { Authorization: `Bearer ${project.apiKey}` },
    });
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    await project.connect('x');
    let text = '';
    // The stream goes on: a proxy that keeps it back would never get here.
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.includes('event: account.connected')) break;
    }
    expect(text).toContain('event: account.connected');
  });

  test.skipIf(!has(name))(
    'replaces the address that a client claims, and refuses no body that the server accepts',
    async () => {
      const baseUrl = await startProxy(name, portOf(echo));
      const headers = { 'X-Forwarded-For': '203.0.113.7' };
      const body = 'x'.repeat(2 * 1_024 * 1_024);
      const answer = await fetch(`${baseUrl}/api/v1/posts`, { method: 'POST', headers, body });
      expect([answer.status, ((await answer.json()) as Record<string, string>)['x-forwarded-for']]).toEqual([
        200,
        '127.0.0.1',
      ]);
    },
  );
});

describe.each(['nginx', 'caddy'] as const)('%s, with the shipped file', (name) => {
  test.skipIf(!has(name))(
    'passes on a large file without a copy of it in memory or on the disk, and parts of files',
    async () => {
      const baseUrl = await startProxy(name, Number(new URL(server.baseUrl).port));
      const pids = processesOf(running[0]!.pid!);
      const project = await server.createProject();
      const announced = { filename: 'a.mp4', contentType: 'video/mp4', bytes: LARGE_BYTES };
      const { body } = await project.call<{ media: MediaFile }>('POST', '/api/v1/media', announced);
      const seen = new Set<string>();
      const looking = setInterval(() => {
        for (const file of pids.flatMap(temporaryFilesOf)) seen.add(file);
      }, 20);
      const sent = await sendLarge(body.media.uploadUrl!.replace(server.baseUrl, baseUrl));
      clearInterval(looking);
      expect(sent).toBe(204);
      expect([...seen]).toEqual([]);
      const peak = Math.max(...pids.map(peakOf));
      console.log(`${name}: ${peak} KiB at most while ${LARGE_BYTES} bytes passed`);
      expect(peak).toBeLessThan(MOST_RSS_KB);

      const picture = readFileSync(new URL('../../../../packages/sandbox/samples/latte.png', import.meta.url));
      const padded = Buffer.concat([picture, Buffer.alloc(7_000_000)]);
      const put = await fetch(`${baseUrl}/api/v1/media?filename=a.png`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${project.apiKey}` },
        body: padded,
      });
      const { media } = (await put.json()) as { media: MediaFile };
      expect([put.status, media.status]).toEqual([201, 'ready']);
      const part = await fetch(media.url.replace(server.baseUrl, baseUrl), { headers: { Range: 'bytes=1-3' } });
      expect([part.status, part.headers.get('Content-Range'), await part.text()]).toEqual([
        ...[206, `bytes 1-3/${padded.length}`, 'PNG'],
      ]);
    },
  );
});

/** Sends the large file with its length. Returns the status. */
const sendLarge = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'video/mp4', 'Content-Length': String(LARGE_BYTES) };
    const sending = request(url, { method: 'PUT', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sending.once('error', reject);
    Readable.from(largeFile()).pipe(sending);
  });

test.skipIf(!has('systemd-analyze'))('systemd accepts the unit', () => {
  const file = path.join(folder, 'fanfare.service');
  writeFileSync(
    file,
    readFileSync(path.join(DEPLOY, 'systemd/fanfare.service'), 'utf8').replace('/usr/bin/node', process.execPath),
  );
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});
