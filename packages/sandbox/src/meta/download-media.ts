import type { SandboxContext } from '../simulator.ts';
import type { CrawlerFailures } from './controls/crawler-failures.ts';
import { crawlMedia } from './crawl-media.ts';
import type { PerPerson } from './per-person.ts';

export type DownloadedMedia = {
  readonly bytes: Buffer;
  /** By the file's first bytes: `image/jpeg`, `video/mp4`, … */
  readonly mime: string;
  /** The server's content type, when it sent one. */
  readonly declared: string;
  /** Its address on the sandbox. */
  readonly blobUrl: string;
};

type MediaDownload =
  | { readonly ok: true; readonly media: DownloadedMedia }
  | { readonly ok: false; readonly reason: string; readonly isSlow: boolean };

/** Servers that send no useful type; Meta then reads the bytes. */
const UNDECLARED = ['application/octet-stream', 'binary/octet-stream'];

/**
 * Fetches `image_url` or `video_url` as Meta's crawler does: an address in plain ASCII (Meta,
 * content publishing guide, checked 2026-09), and a file whose type and bytes are a picture or a
 * video.
 */
export async function downloadMedia(
  deps: {
    readonly context: Pick<SandboxContext, 'blobs'>;
    readonly crawlerFailures: CrawlerFailures;
    readonly crawlerPatienceMs: PerPerson<number>;
  },
  wish: { readonly url: string; readonly wanted: 'image' | 'video'; readonly username: string },
): Promise<MediaDownload> {
  const { url, wanted, username } = wish;
  if (deps.crawlerFailures.take(username, url)) return refused('the crawler missed it');
  if (!/^https?:\/\/[\x21-\x7e]+$/.test(url)) return refused('not an ASCII http(s) address');
  const fetched = await crawlMedia(url, deps.crawlerPatienceMs.of(username));
  if (!fetched.ok) return { isSlow: false, ...fetched };
  const { bytes, contentType, sniffed } = fetched;
  const declaredFits = contentType.startsWith(`${wanted}/`) || UNDECLARED.includes(contentType);
  if (!declaredFits || sniffed === null || !sniffed.startsWith(`${wanted}/`)) {
    return refused(`not a file of type ${wanted}: declared ${contentType}, found ${sniffed ?? 'nothing known'}`);
  }
  const blob = deps.context.blobs.put(bytes, sniffed);
  return { ok: true, media: { bytes, mime: sniffed, declared: contentType, blobUrl: blob.url } };
}

function refused(reason: string): MediaDownload {
  return { ok: false, reason, isSlow: false };
}
