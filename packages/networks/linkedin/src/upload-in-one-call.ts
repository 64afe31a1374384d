import { type Call, type MediaContentType, type MediaFile, readAnswer } from '@fanfare/network';
import type { z } from 'zod';
import { changeHidden } from './call-linkedin.ts';
import type { LinkedinConfig } from './config.ts';
import { uploadFile } from './upload-file.ts';

export type FileToUpload = { readonly url: string; readonly owner: string; readonly mediaIndex?: number };

type Kind<Value> = {
  readonly path: 'images' | 'documents';
  readonly accept: readonly MediaContentType[];
  readonly maxBytes: number;
  readonly answer: z.ZodType<{ readonly value: Value }>;
  readonly what: string;
  /** Throws for a file that is not to be sent. */
  readonly check?: (file: MediaFile) => Promise<void>;
};

/** Starts the upload of a file that is sent in one call, sends it, and returns the first answer. */
export async function uploadInOneCall<Value extends { readonly uploadUrl: string }>(
  call: Call,
  config: LinkedinConfig,
  { url, owner, mediaIndex }: FileToUpload,
  { path, accept, maxBytes, answer, what, check }: Kind<Value>,
): Promise<Value> {
  const file = await call.media.open({ url, accept, maxBytes, mediaIndex });
  await check?.(file);
  const token = call.credential.accessToken;
  const started = await changeHidden(call, config, token, {
    path: `${path}?action=initializeUpload`,
    json: { initializeUploadRequest: { owner } },
    mediaIndex,
  });
  const { value } = readAnswer('LinkedIn', answer, started, `the start of ${what} upload`);
  await uploadFile(call, config, {
    url: value.uploadUrl,
    bytes: async () => file.stream(),
    size: file.size,
    token,
    mediaIndex,
  });
  return value;
}
