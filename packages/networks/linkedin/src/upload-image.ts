import type { Call } from '@fanfare/network';
import type { LinkedinConfig } from './config.ts';
import { IMAGE_MAX_BYTES, IMAGE_TYPES } from './file-rules.ts';
import { type FileToUpload, uploadInOneCall } from './upload-in-one-call.ts';
import { ImageUploadAnswer } from './wire.ts';

/** Uploads one image, returns its URN; LinkedIn then processes it (Images API, 2026-11). */
export async function uploadImage(call: Call, config: LinkedinConfig, image: FileToUpload): Promise<string> {
  const kind = { path: 'images', accept: IMAGE_TYPES, maxBytes: IMAGE_MAX_BYTES, what: 'an image' } as const;
  return (await uploadInOneCall(call, config, image, { ...kind, answer: ImageUploadAnswer })).image;
}
