/**
 * `fanfare.media`: upload files once and publish them anywhere.
 *
 * @module
 */
export type {
  CreateMediaOptions,
  CreateMediaRequest,
  FileSource,
  ListMediaParams,
  Media,
  MediaFile,
  MediaFileAnswer,
  MediaFileDeleted,
  MediaFileFacts,
  MediaFileList,
  MediaFileStatus,
  MediaFromUrlRequest,
  MediaProblem,
  UploadOptions,
  UploadProgress,
} from '@fanfare/sdk';
