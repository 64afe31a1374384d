// The code of `fanfare.media.upload` and of files in posts, loaded with the first of them.
export { uploadFiles } from './post-files.ts';
export { uploadFile } from './upload-file.ts';
