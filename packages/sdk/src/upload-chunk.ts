// What `fanfare.media.upload` and files in posts need, loaded with the first of them.
export { uploadFiles } from './post-files.ts';
export { uploadFile } from './upload-file.ts';
