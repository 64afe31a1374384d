import { type Call, type MediaFile, NetworkError } from '@fanfare/network';
import type { LinkedinConfig } from './config.ts';
import { DOCUMENT_MAX_BYTES, DOCUMENT_MAX_PAGES, DOCUMENT_TYPES, TOO_MANY_PAGES } from './file-rules.ts';
import { type FileToUpload, uploadInOneCall } from './upload-in-one-call.ts';
import { DocumentUploadAnswer } from './wire.ts';

/**
 * Uploads one document, returns its URN; LinkedIn then turns it into pages (Documents API). A PDF
 * or PPTX of too many pages is refused before LinkedIn is called.
 */
export async function uploadDocument(call: Call, config: LinkedinConfig, document: FileToUpload): Promise<string> {
  const kind = { path: 'documents', accept: DOCUMENT_TYPES, maxBytes: DOCUMENT_MAX_BYTES, what: 'a document' } as const;
  const check = (file: MediaFile) => refuseTooManyPages(file, document.mediaIndex);
  return (await uploadInOneCall(call, config, document, { ...kind, check, answer: DocumentUploadAnswer })).document;
}

async function refuseTooManyPages(file: MediaFile, mediaIndex: number | undefined): Promise<void> {
  const pages = await file.countPages();
  if (pages === null || pages <= DOCUMENT_MAX_PAGES) return;
  throw new NetworkError({
    code: 'media_rejected',
    outcome: 'not_sent',
    message: `mediaItems[${mediaIndex}] has ${pages.toLocaleString('en-US')} pages; LinkedIn allows at most ${DOCUMENT_MAX_PAGES}.`,
    mediaIndex,
    remedy: TOO_MANY_PAGES,
  });
}
