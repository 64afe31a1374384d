import { type HubPost, type HubWriteCall, openImage } from '@fanfare/hub';
import { readAnswer, repeatSoon, unreadableAnswer } from '@fanfare/network';
import { changeHidden, readRest } from './call-wordpress.ts';
import { findMedia, MEDIA_FIELDS } from './find-own.ts';
import { makeOnce } from './make-once.ts';
import { DescribedAnswer, DescriptionAnswer, MediaAnswer } from './wire.ts';

type Image = Pick<HubPost['images'][number], 'url'> & {
  readonly mediaIndex: number;
  /** By it the upload is found again when its answer was lost. */
  readonly slug: string;
};

/**
 * Uploads one image, or finds the one that an earlier try uploaded. The bytes are the whole body:
 * PHP limits the size of files in forms to 2 MB by default, and not that of a body (PHP manual,
 * upload_max_filesize, checked 2026-11).
 */
export function uploadImage(call: HubWriteCall, image: Image): Promise<{ readonly id: number; readonly url: string }> {
  const made = makeOnce(call, { find: () => findMedia(call, image.slug), make: () => upload(call, image) });
  return made.then(({ id, source_url: url }) => ({ id, url }));
}

type Described = { readonly id: number; readonly altText: string | null; readonly mediaIndex: number };

/** Gives an uploaded image its alternative text, which uploads without a form cannot carry. */
export async function describeImage(call: HubWriteCall, { id, altText, mediaIndex }: Described): Promise<void> {
  if (altText === null) return;
  await repeatSoon(call, async () => {
    const answer = await changeHidden(call, {
      route: `media/${id}`,
      query: { _fields: 'id' },
      body: { json: { alt_text: altText } },
      on: 'media',
      mediaIndex,
    });
    if (DescribedAnswer.safeParse(answer.json).success || (await isDescribed(call, id))) return;
    throw unreadableAnswer('WordPress', 'an alternative text', answer.status);
  });
}

/** WordPress takes markup out of a text, so it is not compared. */
async function isDescribed(call: HubWriteCall, id: number): Promise<boolean> {
  const answer = await readRest(call, { route: `media/${id}`, query: { _fields: 'id,alt_text' }, on: 'read' });
  const { alt_text: text = '' } = DescriptionAnswer.safeParse(answer.json).data ?? {};
  return text.trim() !== '';
}

/** The ending that WordPress wants for a type (accepted file types, 2026-11; WebP since 5.8). */
async function upload(call: HubWriteCall, { url, slug, mediaIndex }: Image) {
  const { file, filename } = await openImage(call, { url, mediaIndex, name: slug });
  const answer = await changeHidden(call, {
    route: 'media',
    query: { slug, _fields: MEDIA_FIELDS },
    headers: { 'content-disposition': `attachment; filename="${filename}"` },
    body: { bytes: file.stream(), contentType: file.contentType, contentLength: file.size },
    on: 'media',
    mediaIndex,
  });
  return readAnswer('WordPress', MediaAnswer, answer, 'an upload');
}
