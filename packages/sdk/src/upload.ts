/** Sends the bytes of hosted files, without an API key, in browsers as well. */
export type { FileSource } from './file-source.ts';
export { type SendFileOptions, sendFile, type UploadProgress, type UploadTarget } from './send-file.ts';
