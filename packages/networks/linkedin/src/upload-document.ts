import { type Call, readAnswer } from '@fanfare/network';
import { changeHidden } from './call-linkedin.ts';
import type { LinkedinConfig } from './config.ts';
import { DOCUMENT_MAX_BYTES, DOCUMENT_TYPES } from './file-rules.ts';
import { uploadFile } from './upload-file.ts';
import { DocumentUploadAnswer } from './wire.ts';

type DocumentToUpload = { readonly url: string; readonly owner: string; readonly mediaIndex: number };

/**
 * Uploads one document, returns its URN; LinkedIn then turns it into pages (Documents API, checked
 * 2026-11).
 */
export async function uploadDocument(call: Call, config: LinkedinConfig, document: DocumentToUpload): Promise<string> {
  const { url, owner, mediaIndex } = document;
  const file = await call.media.open({ url, accept: DOCUMENT_TYPES, maxBytes: DOCUMENT_MAX_BYTES, mediaIndex });
  const token = call.credential.accessToken;
  const answer = await changeHidden(call, config, token, {
    path: 'documents?action=initializeUpload',
    json: { initializeUploadRequest: { owner } },
    mediaIndex,
  });
  const { value } = readAnswer('LinkedIn', DocumentUploadAnswer, answer, 'the start of a document upload');
  await uploadFile(call, config, {
    url: value.uploadUrl,
    bytes: async () => file.stream(),
    size: file.size,
    token,
    mediaIndex,
  });
  return value.document;
}
