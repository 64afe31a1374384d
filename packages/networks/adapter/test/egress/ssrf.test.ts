import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { Client } from 'undici';
import { describe, expect, it } from 'vitest';
import { createHttp } from '../../src/create-http.ts';
import { createMediaSource } from '../../src/create-media-source.ts';
import { type Egress, readAddress } from '../../src/egress/egress.ts';
import { EgressRefused, guardedConnector } from '../../src/egress/guarded-connector.ts';
import { listen, useLoopback } from '../loopback.ts';
import { HOSTILE_ADDRESSES } from './hostile-addresses.ts';
import { HOSTILE_FORMS } from './hostile-forms.ts';
import { HOSTILE_NAMES } from './hostile-names.ts';
import { PUBLIC_URLS } from './public-urls.ts';

useLoopback();

const HOSTILE_URLS = { ...HOSTILE_ADDRESSES, ...HOSTILE_FORMS };

const signal = new AbortController().signal;
const realClock = { now: () => 0, sleep: () => new Promise<void>(() => {}) };

const egress: Egress = {
  allowedHosts: [],
  trustedOrigins: [],
  resolve: (hostname) => Promise.resolve(HOSTILE_NAMES[hostname] ?? []),
};

/** Listens on every address of this machine and counts the connections. */
async function canary() {
  const seen = { connections: 0 };
  const server = createServer((socket) => {
    seen.connections++;
    socket.destroy();
  });
  const { port } = await listen(server, '0.0.0.0');
  return { port, seen };
}

/** The result of both outgoing paths for an address. */
async function tryBoth(urls: readonly string[]) {
  const http = createHttp({ egress });
  const media = createMediaSource({ egress, tempDir: tmpdir(), clock: realClock });
  const outcomes = await Promise.all(
    urls.map(async (url) => {
      const called = await http({ method: 'GET', url, effect: 'read', signal }).catch((error: unknown) => error);
      const opened = await media
        .open({ url, accept: ['image/jpeg'], maxBytes: 1024, mediaIndex: 0 })
        .catch((error: unknown) => error);
      return { url, called: Object(called).facts, opened: Object(opened).facts };
    }),
  );
  await http.close();
  await media.close();
  return outcomes;
}

const refusedCall = {
  code: 'network_unavailable',
  outcome: 'not_sent',
  message: 'The call was refused: its address is not one this service may contact. Nothing was sent.',
};
const refusedMedia = {
  outcome: 'not_sent',
  mediaIndex: 0,
  code: 'media_unreachable',
  message: 'mediaItems[0] could not be fetched: its address gave no answer.',
  remedy: 'Check that the URL opens from the public internet, without sign-in.',
  retryAfterMs: 1_000,
};

it('the corpus is complete', () => {
  const hostile = Object.values(HOSTILE_URLS).flat();
  expect(new Set(hostile).size).toBe(hostile.length);
  expect(hostile.length + Object.keys(HOSTILE_NAMES).length).toBeGreaterThanOrEqual(250);
  expect(new Set(PUBLIC_URLS).size).toBeGreaterThanOrEqual(50);
});

describe('no connection is made to', () => {
  it.each(Object.entries(HOSTILE_URLS))('%s', async (_trick, templates) => {
    const { port, seen } = await canary();
    const urls = templates.map((template) => template.replace('{port}', String(port)));
    expect(await tryBoth(urls)).toEqual(urls.map((url) => ({ url, called: refusedCall, opened: refusedMedia })));
    expect(seen.connections).toBe(0);
  });

  it('names that resolve to private addresses', async () => {
    const { port, seen } = await canary();
    const urls = Object.keys(HOSTILE_NAMES).flatMap((name) => [`http://${name}:${port}/`, `https://${name}:${port}/`]);
    expect(await tryBoth(urls)).toEqual(urls.map((url) => ({ url, called: refusedCall, opened: refusedMedia })));
    expect(seen.connections).toBe(0);
  });

  it('any of them when only the connector checks', async () => {
    const { port, seen } = await canary();
    const connect = guardedConnector(egress, { connectTimeoutMs: 1_000 });
    const urls = [
      ...Object.values(HOSTILE_URLS).flat(),
      ...Object.keys(HOSTILE_NAMES).map((name) => `http://${name}:{port}/`),
    ]
      .map((template) => URL.parse(template.replace('{port}', String(port))))
      .filter((url) => url !== null)
      .filter(({ protocol, username, password }) => /^https?:$/.test(protocol) && username + password === '');
    const outcomes = urls.map(async (url) => {
      const client = new Client(url.origin, { connect });
      const outcome = await client.request({ method: 'GET', path: '/' }).catch((error: unknown) => error);
      await client.destroy();
      return { url: url.href, refused: outcome instanceof EgressRefused };
    });
    expect(await Promise.all(outcomes)).toEqual(urls.map((url) => ({ url: url.href, refused: true })));
    expect(urls.length).toBeGreaterThan(300);
    expect(seen.connections).toBe(0);
  });
});

describe('public addresses pass', () => {
  it.each(PUBLIC_URLS)('%s', (url) => {
    expect(readAddress(egress, url, ['http:', 'https:'])?.href).toBe(new URL(url).href);
  });
});

it('an exemption does not open neighbouring addresses', async () => {
  const { port, seen } = await canary();
  const exempting: Egress = {
    ...egress,
    allowedHosts: [`127.0.0.1:${port + 1}`],
    trustedOrigins: ['https://api.x.com'],
  };
  for (const url of [
    `http://127.0.0.1:${port}/`,
    `http://[::ffff:127.0.0.1]:${port + 1}/`,
    'http://api.x.com:22/',
    'https://u@api.x.com/',
  ]) {
    expect(readAddress(exempting, url, ['http:', 'https:'])).toBe(null);
  }
  expect(seen.connections).toBe(0);
});
