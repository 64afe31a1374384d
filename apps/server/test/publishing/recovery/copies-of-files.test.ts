import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MediaFile } from '@fanfare/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settledOf, useKillableRuns } from './killable-runs.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'fanfare-copies-'));
const { server, killAt, killed } = useKillableRuns({ mediaFolder: folder });

const PICTURE = readFileSync(new URL('../../../../../packages/sandbox/samples/harbour.jpg', import.meta.url));
/** Lets everybody have the picture but Meta. */
const site = createServer((req, res) => {
  if (req.headers['user-agent']?.includes('facebookexternalhit')) return void res.writeHead(403).end();
  res.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': PICTURE.length }).end(PICTURE);
});
beforeAll(async () => {
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
});
afterAll(async () => {
  site.close();
  site.closeAllConnections();
  await rm(folder, { recursive: true });
});

test.each(['instagram', 'threads'] as const)(
  '%s: a post that sends a copy is published once, with one copy, wherever its run ends',
  async (platform) => {
    const table: Record<string, unknown> = {};
    // The second container has the copy: C3#2 lies between the two, C4 and later behind it.
    for (const point of ['C3', 'C3#2', 'C4', 'C5', 'C6', 'C7', 'C8']) {
      const ana = await server.person(platform);
      await killAt(ana, point);
      const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/photo.jpg`;
      const { target } = await settledOf(ana, { content: `Fell at ${point}`, mediaItems: [{ type: 'image', url }] });
      const { media } = (await ana.project.call<{ media: MediaFile[] }>('GET', '/api/v1/media')).body;
      table[point] = [
        ...[await killed(ana), target.status, target.warnings.map(({ code }) => code)],
        ...[(await ana.posts()).length, media.map(({ status }) => status), (await ana.project.usage()).used],
      ];
    }
    const once = [1, 'published', ['media_copy_sent'], 1, ['ready'], 1];
    expect(table).toEqual({ C3: once, 'C3#2': once, C4: once, C5: once, C6: once, C7: once, C8: once });
  },
);
