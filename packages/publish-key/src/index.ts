/** Keys by which a post that is sent again, with the same content on the same day, is answered. */
export { canonicalText } from './canonical-text.ts';
export { derivePublishKey, type PublishContent } from './derive-publish-key.ts';
export { hashFile, hashFiles } from './hash-files.ts';
export { deriveUploadKey, FileRefusedError, hostFile, hostFiles } from './host-files.ts';
