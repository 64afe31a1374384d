import type { Clock } from './account-call.ts';
import { createDiskBudget, type DiskBudget } from './disk-budget.ts';
import type { Egress } from './egress/egress.ts';
import { guardedConnector } from './egress/guarded-connector.ts';
import { type FetchedMedia, fetchMedia, type MediaProblem } from './fetch-media.ts';
import { mediaError } from './media-error.ts';
import { MEDIA_LIMITS, type MediaLimits } from './media-limits.ts';
import type {
  HostedMedia,
  MediaContentType,
  MediaFile,
  MediaRequest,
  MediaSource,
  OpenHosted,
} from './media-source.ts';
import { createPartBuffers, type PartBuffers } from './part-buffers.ts';

type MediaSourceOptions = {
  readonly egress: Egress;
  /** An existing folder; files in it are private to this process and gone once closed. */
  readonly tempDir: string;
  readonly clock: Clock;
  readonly limits?: Partial<MediaLimits>;
  /** The disk budget that this source shares with others; without it there is no bound. */
  readonly diskBudget?: DiskBudget;
  /** The project of the files. None may take all of `diskBudget`. */
  readonly owner?: string;
  /** Opens files that the service hosts; without it there are none. */
  readonly openHosted?: OpenHosted;
  /** Counts the pages of a document; without it nobody does. */
  readonly countPages?: CountPages;
  /** The memory that uploads of this source and of others share; its own when absent. */
  readonly parts?: PartBuffers;
};

/** Null where they cannot be counted. */
type CountPages = (file: Pick<MediaFile, 'contentType' | 'size' | 'slice'>) => Promise<number | null>;

type Download = { capBytes: number; readonly result: Promise<FetchedMedia> };

const CLOSED = new Error('The media of this post are not needed any more.');

/** Problems that may pass: the next `open` tries again instead of remembering them. */
const PASSING: ReadonlySet<MediaProblem['kind']> = new Set([
  'no_answer',
  'status',
  'too_slow',
  'cut_off',
  'spool_failed',
  'no_space',
]);

/**
 * The media of one post. Every URL is fetched once, however many targets open it, and kept on disk
 * until `close`.
 *
 * @example
 * const media = createMediaSource({ egress, tempDir: os.tmpdir(), clock });
 * const file = await media.open({ url, accept: ['image/jpeg'], maxBytes: 5 * 1024 * 1024, mediaIndex: 0 });
 * const chunk = await file.slice(0, 1024);
 * await media.close();
 */
export function createMediaSource(options: MediaSourceOptions): MediaSource & { close(): Promise<void> } {
  const limits: MediaLimits = { ...MEDIA_LIMITS, ...options.limits };
  const diskBudget = options.diskBudget ?? createDiskBudget(Number.POSITIVE_INFINITY);
  const parts = options.parts ?? createPartBuffers();
  /** Made for the first file: most posts have none. */
  const depsOfFetch = () => ({
    ...options,
    diskBudget,
    owner: options.owner ?? '',
    limits,
    connect: guardedConnector(options.egress, { connectTimeoutMs: 5_000 }),
  });
  let deps: ReturnType<typeof depsOfFetch> | undefined;
  const downloads = new Map<string, Download>();
  const everything: Promise<FetchedMedia>[] = [];
  const closing = new AbortController();

  const start = (request: MediaRequest, capBytes: number, totalMs: number): Download => {
    const { url, accept } = request;
    deps ??= depsOfFetch();
    const result = fetchMedia(deps, {
      url,
      accept,
      capBytes: () => download.capBytes,
      totalMs,
      signal: closing.signal,
    });
    const download: Download = { capBytes, result };
    downloads.set(url, download);
    everything.push(result);
    return download;
  };

  return {
    async open(request) {
      const isVideo = request.accept.some((type) => type.startsWith('video/'));
      const capBytes = Math.min(request.maxBytes, isVideo ? limits.videoBytes : limits.imageBytes);
      const hosted = await options.openHosted?.(request.url);
      if (hosted) return toHostedFile(hosted, request, { capBytes, parts });
      for (;;) {
        if (closing.signal.aborted) throw mediaError({ kind: 'stopped' }, request);
        const download =
          downloads.get(request.url) ?? start(request, capBytes, isVideo ? limits.videoTotalMs : limits.imageTotalMs);
        download.capBytes = Math.max(download.capBytes, capBytes);
        const fetched = await download.result;
        if (fetched.ok) return toFile(fetched, request, { capBytes, parts }, options.countPages);
        const outgrown = fetched.problem.kind === 'too_large' && fetched.problem.capBytes < capBytes;
        if ((outgrown || PASSING.has(fetched.problem.kind)) && downloads.get(request.url) === download)
          downloads.delete(request.url);
        if (!outgrown) throw mediaError(fetched.problem, request);
      }
    },

    async close() {
      closing.abort(CLOSED);
      // A file that cannot be closed changes nothing about the post, and keeps no other file open.
      await Promise.allSettled(
        everything.map(async (result) => {
          const fetched = await result;
          if (fetched.ok) await fetched.spool.remove();
        }),
      );
      everything.length = 0;
    },
  };
}

type Use = { readonly capBytes: number; readonly parts: PartBuffers };

/** Refuses a file that the request does not take. */
function requireTaken(
  { contentType, size }: { readonly contentType: string; readonly size: number },
  request: MediaRequest,
  capBytes: number,
): MediaContentType {
  if (size > capBytes) throw mediaError({ kind: 'too_large', capBytes }, request);
  const taken = request.accept.find((type) => type === contentType);
  if (!taken) throw mediaError({ kind: 'unknown_type' }, request);
  return taken;
}

function toHostedFile(hosted: HostedMedia | 'gone', request: MediaRequest, { capBytes, parts }: Use): MediaFile {
  if (hosted === 'gone') throw mediaError({ kind: 'gone' }, request);
  const contentType = requireTaken(hosted, request, capBytes);
  const { size, stream } = hosted;
  const read = async (start: number, end: number): Promise<Buffer> => Buffer.from(await hosted.read(start, end));
  return {
    ...{ contentType, size, stream, slice: read },
    withPart: (start, end, use) => parts.lend(end - start, async () => use(await read(start, end))),
    countPages: async () => null,
  };
}

function toFile(
  { contentType, spool }: Extract<FetchedMedia, { ok: true }>,
  request: MediaRequest,
  { capBytes, parts }: Use,
  countPages: CountPages | undefined,
): MediaFile {
  const size = spool.size();
  requireTaken({ contentType, size }, request, capBytes);
  return {
    ...{ contentType, size, slice: spool.slice },
    withPart: (start, end, use) =>
      parts.lend(end - start, async (memory) => {
        await spool.readInto(memory, start);
        return use(memory);
      }),
    stream: spool.stream,
    countPages: async () => (await countPages?.({ contentType, size, slice: spool.slice })) ?? null,
  };
}
