import { closedLoop } from '../load.ts';
import type { Contender, Measure } from '../measure.ts';
import { type Hosted, hostedFilesAt } from '../media/hosted-files.ts';
import { startBareServer } from '../media/start-bare-server.ts';

const MB = 2 ** 20;
const UPLOADED_BYTES = 512 * MB;
const SERVED_BYTES = 64 * MB;
const RANGE_BYTES = MB;
const READERS = 4;
/** An upload takes two seconds or so, which vary with the disk. */
const UPLOAD_ROUNDS = 5;
const BARE = 'bare Node server';

const perSecond = (bytes: number, startedAt: number) => bytes / MB / ((performance.now() - startedAt) / 1_000);

export const mediaUpload: Measure = {
  name: 'media-upload',
  group: 'media',
  answers:
    'How fast is the upload of a file of 512 MB until it is on the disk? The bare Node server pipes the body into a file and calls fsync, and does nothing else.',
  unit: 'MB/s',
  goals: [
    { what: 'of a bare Node server', contender: 'PUT', of: BARE, atLeast: 0.8 },
    { what: 'of a bare Node server', contender: 'pieces of 8 MiB', of: BARE, atLeast: 0.8 },
  ],
  rounds: UPLOAD_ROUNDS,
  async open({ server, projects }) {
    const files = hostedFilesAt(server.url, projects[0]!);
    const bare = await startBareServer();
    const upload = (name: string, send: (file: Hosted) => Promise<void>): Contender => {
      let file: Hosted;
      return {
        ...{ name, pids: () => [server.pid] },
        async prepare() {
          file = await files.announce(UPLOADED_BYTES);
          return async () => void (await files.remove(file));
        },
        async run() {
          const startedAt = performance.now();
          await send(file);
          return { figure: perSecond(UPLOADED_BYTES, startedAt), done: 1 };
        },
      };
    };
    return {
      contenders: [
        upload('PUT', files.put),
        upload('pieces of 8 MiB', files.putInPieces),
        {
          ...{ name: BARE, pids: () => [bare.pid] },
          prepare: async () => () => bare.remove('large.mp4'),
          async run() {
            const startedAt = performance.now();
            await bare.put('large.mp4', UPLOADED_BYTES);
            return { figure: perSecond(UPLOADED_BYTES, startedAt), done: 1 };
          },
        },
      ],
      close: bare.stop,
    };
  },
};

export const mediaServe: Measure = {
  name: 'media-serve',
  group: 'media',
  answers: `How fast do ${READERS} readers get a file of 64 MB, and ranges of 1 MB of it? The bare Node server pipes \`createReadStream\` into the answer.`,
  unit: 'MB/s',
  goals: ['whole', 'ranges'].map((what) => ({
    ...{ what: 'of a bare Node server', contender: what, of: `${what}, bare`, atLeast: 0.8 },
  })),
  async open({ server, projects }) {
    const files = hostedFilesAt(server.url, projects[0]!);
    const bare = await startBareServer();
    const file = await files.announce(SERVED_BYTES);
    await files.put(file);
    await files.complete(file);
    await bare.put('large.mp4', SERVED_BYTES);
    const ours = { url: server.url, path: new URL(files.addressOf(file)).pathname, pid: server.pid };
    const theirs = { url: bare.url, path: '/large.mp4', pid: bare.pid };
    const reading = (name: string, at: typeof ours, bytes: number): Contender => {
      const isRange = bytes < SERVED_BYTES;
      let n = 0;
      const next = () => {
        const start = (n++ * bytes) % SERVED_BYTES;
        const headers: Record<string, string> = isRange ? { Range: `bytes=${start}-${start + bytes - 1}` } : {};
        return { path: at.path, apiKey: '', headers };
      };
      return {
        ...{ name, pids: () => [at.pid] },
        async run(seconds) {
          const sample = await closedLoop(at.url, { clients: READERS, seconds, next, status: isRange ? 206 : 200 });
          return { ...sample, figure: (sample.figure * bytes) / MB };
        },
      };
    };
    return {
      contenders: [
        ...[reading('whole', ours, SERVED_BYTES), reading('whole, bare', theirs, SERVED_BYTES)],
        ...[reading('ranges', ours, RANGE_BYTES), reading('ranges, bare', theirs, RANGE_BYTES)],
      ],
      async close() {
        await bare.stop();
        await files.remove(file);
      },
    };
  },
};
