import path from 'node:path';
import type { FileItem, MediaItem, MediaType } from '@fanfare/sdk';
import { CliError } from '../cli-error.ts';
import { requireFile } from '../media/run-upload.ts';
import type { GivenMedia } from './post-options.ts';

/** Types by the ending of a name. The service reads the bytes. */
const ENDINGS: Readonly<Record<MediaType, readonly string[]>> = {
  image: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'heic'],
  video: ['mp4', 'm4v', 'mov', 'webm'],
  document: ['pdf', 'doc', 'docx', 'ppt', 'pptx'],
};

/** A media item of a request from a file or an address. */
export function mediaOf({ source, altText }: GivenMedia): MediaItem | FileItem {
  const rest = { type: typeOf(source), ...(altText !== null && { altText }) };
  if (isAddress(source)) return { ...rest, url: source };
  return fileItem({ ...rest, file: source });
}

/** A local file as it is announced: the service reads its type from the bytes. */
export function fileItem(item: Omit<FileItem, 'file'> & { readonly file: string }): FileItem {
  requireFile(item.file);
  return { contentType: 'application/octet-stream', ...item };
}

const isAddress = (source: string): boolean => /^https?:\/\//i.test(source);

/** Reads the type of a file from its name. Throws CliError for another ending. */
export function typeOf(source: string): MediaType {
  const name = isAddress(source) ? (URL.parse(source)?.pathname ?? '') : source;
  const ending = path.extname(name).slice(1).toLowerCase();
  const found = (Object.keys(ENDINGS) as MediaType[]).find((type) => ENDINGS[type].includes(ending));
  if (found) return found;
  throw new CliError(
    `--media ${source}: its name does not say whether it is an image, a video or a document. Names end with ${Object.values(ENDINGS).flat().join(', ')}; a request in --file says it with "type".`,
  );
}
