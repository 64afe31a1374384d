import type { Call } from '@fanfare/network';
import type { LinkedinConfig } from './config.ts';
import { DOCUMENT_MAX_BYTES, DOCUMENT_TYPES } from './file-rules.ts';
import { type FileToUpload, uploadInOneCall } from './upload-in-one-call.ts';
import { DocumentUploadAnswer } from './wire.ts';

/** Uploads one document, returns its URN; LinkedIn then turns it into pages (Documents API). */
export async function uploadDocument(call: Call, config: LinkedinConfig, document: FileToUpload): Promise<string> {
  const kind = { path: 'documents', accept: DOCUMENT_TYPES, maxBytes: DOCUMENT_MAX_BYTES, what: 'a document' } as const;
  return (await uploadInOneCall(call, config, document, { ...kind, answer: DocumentUploadAnswer })).document;
}
