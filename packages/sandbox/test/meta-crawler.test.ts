import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { crawlMedia } from '../src/meta/crawl-media.ts';
import { mayCrawl } from '../src/meta/robots.ts';
import { idOf, type MetaSession, sample, startMeta } from './meta-session.ts';

const PICTURE = sample('harbour.jpg');
const LENGTH = PICTURE.byteLength;
const USER_AGENT = 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)';

type Answer = (req: IncomingMessage, res: ServerResponse) => unknown;
/** Answer of a file's host, and its robots.txt. */
type Host = { readonly robots?: string; readonly file: Answer };

let host: Host;
let seen: IncomingMessage[] = [];
const server = createServer((req, res) => {
  seen.push(req);
  if (req.url !== '/robots.txt') return void host.file(req, res);
  if (host.robots === undefined) return void res.writeHead(404).end();
  res.writeHead(200, { 'content-type': 'text/plain' }).end(host.robots);
});
let origin: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  seen = [];
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** A host as it should be: length, type, HEAD and ranges. */
const answerWell: Answer = (req, res) => {
  const headers = { 'content-type': 'image/jpeg', 'content-length': LENGTH };
  if (req.headers.range !== 'bytes=0-1023') return res.writeHead(200, headers).end(PICTURE);
  const range = { 'content-length': 1024, 'content-range': `bytes 0-1023/${LENGTH}` };
  return res.writeHead(206, { ...headers, ...range }).end(PICTURE.subarray(0, 1024));
};
const unless =
  (isOdd: (req: IncomingMessage) => boolean, odd: Answer): Answer =>
  (req, res) =>
    isOdd(req) ? odd(req, res) : answerWell(req, res);
const status =
  (code: number, headers = {}): Answer =>
  (_req, res) =>
    res.writeHead(code, headers).end();

const picture = { ok: true, bytes: PICTURE, contentType: 'image/jpeg', sniffed: 'image/jpeg' };
const crawl = (patienceMs?: number) => crawlMedia(`${origin}/a.jpg?signature=a%2Fb`, patienceMs);

describe('the crawler of Meta', () => {
  it('asks robots.txt, then by HEAD, Range and two GETs for the exact address, without cookies', async () => {
    host = {
      file: (req, res) => {
        res.setHeader('set-cookie', 'visitor=1');
        return answerWell(req, res);
      },
    };
    expect(await crawl()).toEqual(picture);
    const file = '/a.jpg?signature=a%2Fb';
    expect(seen.map(({ method, url, headers }) => [method, url, headers.range])).toEqual([
      ['GET', '/robots.txt', undefined],
      ['HEAD', file, undefined],
      ['GET', file, 'bytes=0-1023'],
      ['GET', file, undefined],
      ['GET', file, undefined],
    ]);
    expect([...new Set(seen.map(({ headers }) => headers['user-agent']))]).toEqual([USER_AGENT]);
    expect(seen.filter(({ headers }) => headers.cookie !== undefined)).toEqual([]);
  });

  it.each<[string, Host]>([
    [
      'ignores ranges',
      {
        file: unless(
          ({ headers }) => headers.range !== undefined,
          (req, res) => {
            req.headers.range = undefined;
            return answerWell(req, res);
          },
        ),
      },
    ],
    ['refuses HEAD, as signed addresses do', { file: unless(({ method }) => method === 'HEAD', status(403)) }],
    ['closes other paths', { robots: 'User-agent: *\nDisallow: /private/\n', file: answerWell }],
    [
      'lets it in by name',
      { robots: 'User-agent: *\nDisallow: /\n\nUser-agent: facebookexternalhit\nAllow: /\n', file: answerWell },
    ],
  ])('fetches from a host that %s', async (_what, given) => {
    host = given;
    expect(await crawl()).toEqual(picture);
  });

  const needsCookie = unless(
    ({ headers }) => headers.cookie === undefined,
    status(302, { location: '/login', 'set-cookie': 'session=1' }),
  );
  it.each<[string, Host, string]>([
    ['redirects', { file: status(301, { location: '/b.jpg' }) }, 'HEAD was answered with HTTP 301'],
    [
      'redirects GET alone',
      { file: unless(({ method }) => method === 'GET', status(307, { location: '/b.jpg' })) },
      'the address answered HTTP 307',
    ],
    ['wants a login cookie', { file: needsCookie }, 'HEAD was answered with HTTP 302'],
    [
      'bans it by robots.txt',
      { robots: 'User-agent: facebookexternalhit\nDisallow: /\n', file: answerWell },
      'Restricted by robots.txt',
    ],
    [
      'bans its user agent',
      { file: unless(({ headers }) => /facebook/.test(headers['user-agent'] ?? ''), status(403)) },
      'the address answered HTTP 403',
    ],
    [
      'declares a longer file',
      {
        file: (_req, res) => {
          res.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': LENGTH + 1 });
          res.write(PICTURE, () => res.destroy());
        },
      },
      'the download failed: other side closed',
    ],
    [
      'declares another length in HEAD',
      {
        file: unless(
          ({ method }) => method === 'HEAD',
          status(200, { 'content-type': 'image/jpeg', 'content-length': 7 }),
        ),
      },
      `HEAD declares 7 bytes, the file has ${LENGTH}`,
    ],
    [
      'declares another type in HEAD',
      { file: unless(({ method }) => method === 'HEAD', status(200, { 'content-type': 'text/html' })) },
      'HEAD declares another type than GET',
    ],
    [
      'answers a wrong range',
      {
        file: unless(
          ({ headers }) => headers.range !== undefined,
          (_req, res) =>
            res.writeHead(206, { 'content-range': `bytes 0-1023/${LENGTH}` }).end(PICTURE.subarray(1, 1025)),
        ),
      },
      'the range differs from the file',
    ],
    [
      'gives each reader another file',
      {
        file: unless(
          () => seen.length % 2 === 0,
          (_req, res) => res.writeHead(200, { 'content-type': 'image/jpeg' }).end('other'),
        ),
      },
      'two downloads differ',
    ],
  ])('refuses a host that %s', async (_what, given, reason) => {
    host = given;
    expect(await crawl()).toEqual({ ok: false, reason });
  });

  it('gives up on a host that is silent for too long, also after its headers', async () => {
    const slow = { ok: false, reason: 'the download took longer than 100 ms', isSlow: true };
    host = { file: () => undefined };
    expect(await crawl(100)).toEqual(slow);
    host = {
      file: unless(
        ({ method }) => method === 'GET',
        (_req, res) => res.writeHead(200, { 'content-type': 'image/jpeg' }).flushHeaders(),
      ),
    };
    expect(await crawl(100)).toEqual(slow);
  });
});

describe('robots.txt', () => {
  it.each([
    ['User-agent: *\nDisallow:', '/a.jpg', true],
    ['User-agent: *\nDisallow: /a', '/a.jpg', false],
    ['User-agent: *\nDisallow: /\nAllow: /media/', '/media/a.jpg', true],
    ['User-agent: *\nAllow: /a.jpg\nDisallow: /a.jpg', '/a.jpg', true],
    ['User-agent: GPTBot\nUser-agent: FacebookExternalHit # ours\nDisallow: /*.jpg$', '/m/a.jpg', false],
    ['User-agent: *\nDisallow: /*.jpg$', '/a.jpg?w=1', true],
    ['User-agent: *\nDisallow: /*?*token=', '/a.jpg?x=1&token=2', false],
    ['User-agent: Googlebot\nDisallow: /', '/a.jpg', true],
    ['User-agent: facebookexternalhit\nDisallow: /b\n\nUser-agent: *\nDisallow: /', '/a.jpg', true],
    ['<!doctype html>', '/a.jpg', true],
  ])('%j for %s', (robots, path, may) => {
    expect(mayCrawl(robots, 'facebookexternalhit', path)).toBe(may);
  });
});

describe('a file from a slow host', () => {
  const sessions: MetaSession[] = [];
  beforeAll(async () => {
    sessions.push(await startMeta('instagram'), await startMeta('threads'));
  });
  afterAll(() => Promise.all(sessions.map((session) => session.close())));

  it('fails the call with 2207003 when it is a picture, and the container when it is a video', async () => {
    host = { file: () => undefined };
    const file = `${origin}/slow`;
    for (const [meta, edge, picture, video] of [
      [sessions[0]!, 'media', {}, { media_type: 'REELS' }],
      [sessions[1]!, 'threads', { media_type: 'IMAGE' }, { media_type: 'VIDEO' }],
    ] as const) {
      await meta.control('crawler-patience', { username: 'ada', ms: 50 });
      const token = await meta.tokenOf('ada');
      expect(await meta.post(token, `/me/${edge}`, { ...picture, image_url: file })).toMatchObject({
        status: 400,
        body: {
          error: { code: -2, error_subcode: 2207003, error_user_msg: 'It takes too long to download the media.' },
        },
      });
      const id = idOf(await meta.post(token, `/me/${edge}`, { ...video, video_url: file }));
      await meta.advance(1000);
      const isInstagram = edge === 'media';
      const { body } = await meta.get(token, `/${id}`, { fields: isInstagram ? 'status' : 'status,error_message' });
      expect(body).toEqual(
        isInstagram
          ? { id, status: 'Error: Media upload has failed with error code 2207003' }
          : { id, status: 'ERROR', error_message: 'FAILED_DOWNLOADING_VIDEO' },
      );
    }
  });
});
