import { type Call, MEDIA_LIMITS, type MediaContentType, type MediaFile } from '@fanfare/network';

/** Image types that browsers show, by the ending of a file's name. */
const ENDINGS: Readonly<Partial<Record<MediaContentType, string>>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
};
const IMAGE_TYPES: readonly MediaContentType[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

type Image = {
  readonly url: string;
  readonly mediaIndex: number;
  /** For the name of the file on the hub, without an ending. */
  readonly name: string;
};

/** Fetches an image and names it by its bytes. Throws NetworkError with its index. */
export async function openImage(
  { media }: Pick<Call, 'media'>,
  { url, mediaIndex, name }: Image,
): Promise<{ readonly file: MediaFile; readonly filename: string }> {
  const file = await media.open({ url, accept: IMAGE_TYPES, maxBytes: MEDIA_LIMITS.imageBytes, mediaIndex });
  return { file, filename: `${name}.${ENDINGS[file.contentType] ?? 'bin'}` };
}
