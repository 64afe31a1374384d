import { type Call, readAnswer } from '@fanfare/network';
import { changeHidden } from './call-linkedin.ts';
import type { LinkedinConfig } from './config.ts';
import { IMAGE_MAX_BYTES, IMAGE_TYPES } from './file-rules.ts';
import { uploadFile } from './upload-file.ts';
import { ImageUploadAnswer } from './wire.ts';

type ImageToUpload = { readonly url: string; readonly owner: string; readonly mediaIndex?: number };

/** Uploads one image, returns its URN; LinkedIn then processes it (Images API, 2026-11). */
export async function uploadImage(call: Call, config: LinkedinConfig, image: ImageToUpload): Promise<string> {
  const { mediaIndex } = image;
  const file = await call.media.open({ url: image.url, accept: IMAGE_TYPES, maxBytes: IMAGE_MAX_BYTES, mediaIndex });
  const token = call.credential.accessToken;
  const answer = await changeHidden(call, config, token, {
    path: 'images?action=initializeUpload',
    json: { initializeUploadRequest: { owner: image.owner } },
    mediaIndex,
  });
  const { value } = readAnswer('LinkedIn', ImageUploadAnswer, answer, 'the start of an image upload');
  await uploadFile(call, config, {
    url: value.uploadUrl,
    bytes: async () => file.stream(),
    size: file.size,
    token,
    mediaIndex,
  });
  return value.image;
}
