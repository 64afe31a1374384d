/**
 * `@fanfare/sdk/upload`: an entry of its own that sends the bytes of a file from a page. It has no
 * client in it and needs no API key.
 *
 * @module
 */
export { type SendFileOptions, sendFile, type UploadTarget } from '@fanfare/sdk/upload';
