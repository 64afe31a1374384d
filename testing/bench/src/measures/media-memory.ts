import { setTimeout as sleep } from 'node:timers/promises';
import { missingCeph, startCeph } from '../../../../apps/server/test/media/start-ceph.ts';
import { type Installation, startInstallation } from '../installation/installation.ts';
import type { ServerProcess } from '../installation/server-process.ts';
import type { Contender, Measure } from '../measure.ts';
import { type Hosted, hostedFilesAt } from '../media/hosted-files.ts';
import { slowestPing } from '../media/slowest-ping.ts';
import { forgetPeakRss, peakRssOf, rssOf } from '../processes.ts';

const BYTES = 512 * 2 ** 20;
const MANY = 10;
const PROJECTS = 5;
/** A server that has just started is idle after this time. */
const IDLE_AFTER_MS = 1_000;
const MOST_MB = 100;
/** Each round writes 16 GB. */
const ROUNDS = 2;

type Files = ReturnType<typeof hostedFilesAt>;
type Step = (files: Files, file: Hosted) => Promise<void>;

type Work = { readonly name: string; readonly count: number; readonly before?: Step; readonly step: Step };

/** `before` runs at another server: the one that is measured has done nothing before `step`. */
const WORK: readonly Work[] = [
  { name: 'PUT', count: 1, step: (files, file) => files.put(file) },
  { name: 'pieces of 8 MiB', count: 1, step: (files, file) => files.putInPieces(file) },
  { name: `${MANY} PUTs at once`, count: MANY, step: (files, file) => files.put(file) },
  { name: `${MANY} in pieces at once`, count: MANY, step: (files, file) => files.putInPieces(file) },
  { name: 'complete', count: 1, before: (files, file) => files.put(file), step: (files, file) => files.complete(file) },
  {
    ...{ name: `${MANY} completed at once`, count: MANY },
    ...{ before: (files, file) => files.put(file), step: (files, file) => files.complete(file) },
  },
];

export const mediaMemory: Measure = {
  name: 'media-memory',
  group: 'media',
  answers:
    'How much memory does a server that has just started take, beyond what it takes idle, for files of 512 MB: their uploads, and their checks? `slowest ping` is the longest time that another call waited meanwhile; bench and server share two cores.',
  unit: 'MB over idle',
  goals: WORK.map(({ name }) => ({ what: 'peak memory over idle, MB', contender: name, atMost: MOST_MB })),
  isCold: true,
  rounds: ROUNDS,
  async open(installation) {
    return { contenders: WORK.map((work) => contenderOf(installation, work, BYTES)) };
  },
};

/** Four parts. Ceph keeps all of it in memory, some three times. */
const BUCKET_FILE_BYTES = 32 * 2 ** 20;
/** Room for what one run uploads. */
const BUCKET_BYTES = 4 * 2 ** 30;

export const mediaBucket: Measure = {
  ...mediaMemory,
  name: 'media-bucket',
  answers:
    'The same with files of 32 MB and a bucket as the store: a Ceph on the same machine, whose objects are in memory.',
  async open() {
    const missing = missingCeph();
    if (missing) return { contenders: WORK.map(({ name }) => ({ name, skipped: missing })) };
    const ceph = await startCeph({ bytes: BUCKET_BYTES });
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = await ceph.bucket('bench');
    const installation = await startInstallation({
      ...{ MEDIA_DIR: '', MEDIA_S3_ENDPOINT: endpoint, MEDIA_S3_BUCKET: bucket, MEDIA_S3_REGION: region },
      // All bytes come through the server.
      MEDIA_S3_DIRECT_BYTES: '0',
      ...{ MEDIA_S3_ACCESS_KEY_ID: accessKeyId, MEDIA_S3_SECRET_ACCESS_KEY: secretAccessKey.reveal() },
    });
    const close = async () => {
      await installation.stop();
      await ceph.stop();
    };
    return { contenders: WORK.map((work) => contenderOf(installation, work, BUCKET_FILE_BYTES)), close };
  },
};

function contenderOf(installation: Installation, { name, count, before, step }: Work, bytes: number): Contender {
  let server: ServerProcess;
  let chosen: readonly Hosted[] = [];
  // One project may not take all places of a server.
  const callers = installation.projects.slice(0, PROJECTS);
  const at = (url: string) => {
    const files = callers.map((project) => hostedFilesAt(url, project));
    return (n: number) => files[n % files.length]!;
  };
  const usual = at(installation.server.url);
  return {
    name,
    pids: () => [server.pid],
    async prepare() {
      chosen = await Promise.all(Array.from({ length: count }, (_, n) => usual(n).announce(bytes)));
      if (before) for (const [n, file] of chosen.entries()) await before(usual(n), file);
      server = await installation.startServer();
      await sleep(IDLE_AFTER_MS);
      return async () => {
        await server.stop();
        for (const [n, file] of chosen.entries()) await usual(n).remove(file);
      };
    },
    async run() {
      const idleMb = rssOf(server.pid);
      forgetPeakRss(server.pid);
      const files = at(server.url);
      const startedAt = performance.now();
      const pingMs = await slowestPing(server.url, () => Promise.all(chosen.map((file, n) => step(files(n), file))));
      const seconds = (performance.now() - startedAt) / 1_000;
      const peakMb = peakRssOf(server.pid);
      return {
        figure: peakMb - idleMb,
        done: count,
        more: { 'idle MB': idleMb, 'peak MB': peakMb, s: seconds, 'slowest ping ms': pingMs },
      };
    },
  };
}
