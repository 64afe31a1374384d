import type { SandboxContext } from '../simulator.ts';
import type { CrawlerFailures } from './crawler-failures.ts';

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
  | { readonly ok: false; readonly reason: string };

/** Servers that send no useful type; Meta then reads the bytes. */
const UNDECLARED = ['application/octet-stream', 'binary/octet-stream'];

/**
 * Fetches `image_url` or `video_url` like Meta's crawler: no redirects, an address in plain ASCII
 * (Meta, content publishing guide, checked 2026-09), and a file whose type and bytes are a picture
 * or a video.
 */
export async function downloadMedia(
  deps: { readonly context: Pick<SandboxContext, 'fetchMedia' | 'blobs'>; readonly crawlerFailures: CrawlerFailures },
  wish: { readonly url: string; readonly wanted: 'image' | 'video'; readonly username: string },
): Promise<MediaDownload> {
  const { url, wanted, username } = wish;
  if (deps.crawlerFailures.take(username, url)) return { ok: false, reason: 'the crawler missed it' };
  if (!/^https?:\/\/[\x21-\x7e]+$/.test(url)) return { ok: false, reason: 'not an ASCII http(s) address' };
  const fetched = await deps.context.fetchMedia(url);
  if (!fetched.ok) return fetched;
  const { bytes, contentType, sniffed } = fetched;
  const declaredFits = contentType.startsWith(`${wanted}/`) || UNDECLARED.includes(contentType);
  if (!declaredFits || sniffed === null || !sniffed.startsWith(`${wanted}/`)) {
    return {
      ok: false,
      reason: `not a file of type ${wanted}: declared ${contentType}, found ${sniffed ?? 'nothing known'}`,
    };
  }
  const blob = deps.context.blobs.put(bytes, sniffed);
  return { ok: true, media: { bytes, mime: sniffed, declared: contentType, blobUrl: blob.url } };
}
