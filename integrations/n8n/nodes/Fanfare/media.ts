import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { type Answer, part, send } from './api.ts';
import { type MediaEntry, namesOf, typeOfUrl, unusedBinary } from './media-entries.ts';

/** A hosted file of the API. */
export type MediaFile = IDataObject & {
  readonly id: string;
  readonly status: string;
  readonly url: string;
  readonly error: string | null;
  readonly uploadUrl: string | null;
  readonly uploadHeaders: Record<string, string> | null;
  readonly facts: { readonly type: string } | null;
};

/** The largest file that one call takes. */
const ONE_CALL_BYTES = 8 * 1024 * 1024;
const UPLOAD_TIMEOUT_MS = 300_000;

/**
 * Uploads an item's binary data and returns the file, checked. Throws an Error for one that is
 * refused.
 */
export async function uploadBinary(
  context: IExecuteFunctions,
  itemIndex: number,
  { property, filename, idempotencyKey }: { property: string; filename?: string; idempotencyKey: string },
): Promise<MediaFile> {
  const facts = context.helpers.assertBinaryData(itemIndex, property);
  const bytes = await context.helpers.getBinaryDataBuffer(itemIndex, property);
  const name = filename || facts.fileName || `file.${facts.fileExtension ?? 'bin'}`;
  const media =
    bytes.length <= ONE_CALL_BYTES
      ? await sendWhole(context, { name, bytes, idempotencyKey, itemIndex })
      : await announceAndSend(context, { name, contentType: facts.mimeType, bytes, idempotencyKey, itemIndex });
  if (media.status === 'refused') throw new Error(`The file in “${property}” is refused: ${media.error}`);
  return media;
}

type Upload = {
  readonly name: string;
  readonly bytes: Buffer;
  readonly idempotencyKey: string;
  readonly itemIndex: number;
};
type MediaAnswer = { readonly media: MediaFile };

async function sendWhole(context: IExecuteFunctions, { name, bytes, ...rest }: Upload): Promise<MediaFile> {
  const call = { method: 'PUT', path: '/media', query: { filename: name }, body: bytes, timeoutMs: UPLOAD_TIMEOUT_MS };
  const { data } = await send<MediaAnswer>(context, { ...call, method: 'PUT', ...rest });
  return data.media;
}

async function announceAndSend(
  context: IExecuteFunctions,
  { name, contentType, bytes, idempotencyKey, itemIndex }: Upload & { readonly contentType: string },
): Promise<MediaFile> {
  const body = { filename: name, contentType, bytes: bytes.length };
  const { data }: Answer<MediaAnswer> = await send(context, {
    method: 'POST',
    path: '/media',
    body,
    idempotencyKey,
    itemIndex,
  });
  const { id, status, uploadUrl, uploadHeaders } = data.media;
  // The key was used before, and the file is checked.
  if (status !== 'awaiting_upload' || uploadUrl === null) return data.media;
  await context.helpers.httpRequest({
    method: 'PUT',
    url: uploadUrl,
    headers: uploadHeaders ?? {},
    body: bytes,
    json: false,
    timeout: UPLOAD_TIMEOUT_MS,
    disableFollowRedirect: true,
  });
  const completed = await send<MediaAnswer>(context, {
    method: 'POST',
    path: `/media/${part(id)}/complete`,
    itemIndex,
  });
  return completed.data.media;
}

/**
 * The media items of a post; binary data is uploaded first. Throws an Error for unused binary data.
 */
export async function mediaItemsOf(
  context: IExecuteFunctions,
  itemIndex: number,
  {
    entries,
    ignoreUnused,
    idempotencyKey,
  }: { entries: readonly MediaEntry[]; ignoreUnused: boolean; idempotencyKey: string },
): Promise<IDataObject[]> {
  const unused = unusedBinary(context.getInputData()[itemIndex]?.binary, entries);
  if (unused.length > 0 && !ignoreUnused)
    throw new Error(
      `The item has binary data that the post would leave out: ${unused.join(', ')}. Add it under Media, or switch on the option Ignore Other Binary Data.`,
    );
  const items: IDataObject[] = [];
  for (const entry of entries) {
    const { source, url = '', type = 'auto', altText } = entry;
    const shown = altText ? { altText } : {};
    // An empty cell of a table is no picture.
    if (source === 'url' && url.trim() === '') continue;
    if (source === 'url') items.push({ type: type === 'auto' ? typeOfUrl(url) : type, url, ...shown });
    else {
      const names = namesOf(entry);
      if (names.length === 0) throw new Error('An entry of Media names no binary property.');
      for (const property of names) {
        const key = `${idempotencyKey}.file.${items.length}`;
        const media = await uploadBinary(context, itemIndex, { property, idempotencyKey: key });
        items.push({ type: media.facts?.type ?? 'image', url: media.url, ...shown });
      }
    }
  }
  return items;
}
