import { type HubWriteCall, openImage, postSlug } from '@fanfare/hub';
import { readAnswer, repeatSoon } from '@fanfare/network';
import { changeHidden } from './call-humhub.ts';
import { UploadAnswer } from './wire.ts';

type Image = { readonly postId: string; readonly url: string; readonly mediaIndex: number };

/**
 * Attaches one image to the hidden post and returns its guid. The message shows it, so HumHub is
 * asked to leave it out of the list below the message (humhub/rest 0.11.5, actionAttachFiles,
 * `hiddenInStream`, checked 2026-11).
 */
export function uploadImage(call: HubWriteCall, { postId, url, mediaIndex }: Image): Promise<string> {
  return repeatSoon(call, async () => {
    const name = `${postSlug('image', call.key)}-${mediaIndex + 1}`;
    const { file, filename } = await openImage(call, { url, mediaIndex, name });
    const { contentType, size } = file;
    const route = `post/${encodeURIComponent(postId)}/upload-files`;
    const answer = await file.withPart(0, size, (bytes) => {
      const multipart = [
        { name: 'hiddenInStream[]', value: filename },
        { name: 'files[]', filename, contentType, bytes },
      ];
      return changeHidden(call, { route, body: { multipart }, on: 'media', mediaIndex });
    });
    return readAnswer('HumHub', UploadAnswer, answer, 'an upload').files[0].guid;
  });
}
