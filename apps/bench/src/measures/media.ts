import { setTimeout as sleep } from 'node:timers/promises';
import { startMediaHost } from '../installation/media-host.ts';
import { openCaller } from '../load.ts';
import type { Contender, Measure, Sample } from '../measure.ts';
import { peakRssOf, rssOf, unnamedFileMbOf } from '../processes.ts';
import type { Request } from '../send-request.ts';

const MB = 1024 * 1024;
const VIDEO_BYTES = 512 * MB;
const AT_ONCE = 10;
const LOOK_MS = 50;

/** Each run has a server of its own, since a process keeps memory that it held once. */
export const media: Measure = {
  name: 'media',
  answers: `How much do memory and disk of a server grow while it publishes one video of ${VIDEO_BYTES / MB} MB, and ${AT_ONCE} of ${AT_ONCE} projects at once?`,
  unit: 'MB more memory',
  seconds: 180,
  rounds: 2,
  isCold: true,
  isLong: true,
  goals: [
    { what: 'MB more memory', contender: 'one video', atMost: 100 },
    { what: 'MB more memory', contender: `${AT_ONCE} videos`, atMost: 100 },
  ],
  async open(installation) {
    const host = await startMediaHost(VIDEO_BYTES);
    const publishing = (name: string, count: number): Contender => ({
      name,
      async run() {
        const server = await installation.startServer();
        try {
          const posts = installation.projects.slice(0, count).map(({ apiKey, accountId }): Request => {
            const idempotencyKey = crypto.randomUUID();
            const mediaItems = [{ type: 'video', url: `${host.url}/${idempotencyKey}.mp4` }];
            const platforms = [{ platform: 'x', accountId }];
            const body = { idempotencyKey, content: idempotencyKey, mediaItems, platforms };
            return { method: 'POST', path: '/api/v1/posts', apiKey, body };
          });
          return await publishAll(server, posts);
        } finally {
          await server.stop();
        }
      },
    });
    return { contenders: [publishing('one video', 1), publishing(`${AT_ONCE} videos`, AT_ONCE)], close: host.stop };
  },
};

async function publishAll(server: { url: string; pid: number }, posts: readonly Request[]): Promise<Sample> {
  const caller = openCaller(server.url, posts.length);
  const idleMb = rssOf(server.pid);
  const startedAt = performance.now();
  let diskMb = 0;
  let isDone = false;
  const watching = (async () => {
    while (!isDone) {
      diskMb = Math.max(diskMb, unnamedFileMbOf(server.pid));
      await sleep(LOOK_MS);
    }
  })();
  const answers = await Promise.all(posts.map((post) => caller.call(post)));
  isDone = true;
  await watching;
  await caller.close();
  const wrong = answers.find(({ status }) => status !== 201);
  if (wrong) throw new Error(`answered ${wrong.status} instead of 201: ${wrong.text}`);
  const seconds = (performance.now() - startedAt) / 1_000;
  return { figure: peakRssOf(server.pid) - idleMb, more: { 'disk MB': diskMb, seconds } };
}
