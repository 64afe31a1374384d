import {
  DOCUMENT,
  documentRange,
  encode,
  type FileRule,
  IMAGE,
  type ImageForm,
  imageRange,
  imageRule,
  oneOfTypes,
  soundFile,
  VIDEO,
  videoRange,
} from '@fanfare/rules';

// LinkedIn, Images API, Videos API and Documents API guides (learn.microsoft.com), checked 2026-11:
// JPG, PNG, GIF; MP4 of 75 KB to 500 MB; covers JPG or PNG; PDF, PPT, PPTX, DOC and DOCX of at most
// 100 MB and 300 pages. Images have a limit in pixels and none in bytes:
// 20 MiB is the limit of this service.
const MIB = 1024 * 1024;
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif'] as const;
export const COVER_TYPES = ['image/jpeg', 'image/png'] as const;
export const VIDEO_TYPES = ['video/mp4'] as const;
/** The containers of PDF, of DOCX and PPTX, and of DOC and PPT. */
export const DOCUMENT_TYPES = ['application/pdf', 'application/zip', 'application/x-cfb'] as const;
export const DOCUMENT_MAX_BYTES = 100 * MIB;
export const DOCUMENT_MAX_PAGES = 300;
export const TOO_MANY_PAGES = 'Remove pages, or publish it in parts.';
export const IMAGE_MAX_BYTES = 20 * MIB;
export const VIDEO_MAX_BYTES = 500 * MIB;

/** Files that LinkedIn takes. */
export const linkedinFiles: readonly FileRule[] = [
  ...soundFile('linkedin'),
  oneOfTypes({
    name: 'linkedin.image.type',
    summary: 'An image is JPEG, PNG or GIF.',
    of: 'image',
    types: IMAGE_TYPES,
  }),
  imageRule({
    name: 'linkedin.cover.type',
    summary: 'A cover is JPEG or PNG.',
    check: ({ contentType }, { as }) =>
      as === 'cover' && !(COVER_TYPES as readonly string[]).includes(contentType)
        ? { message: 'A cover on LinkedIn is JPEG or PNG. Convert it, or use another file.' }
        : null,
  }),
  imageRange({
    ...IMAGE.bytes,
    name: 'linkedin.image.max_bytes',
    summary: 'An image, or a cover, is at most 20 MB.',
    most: IMAGE_MAX_BYTES,
    fix: 'Use a smaller image, or stronger compression.',
  }),
  imageRange({
    ...IMAGE.pixels,
    name: 'linkedin.image.max_pixels',
    summary: 'An image has less than 36,152,320 pixels.',
    measure: ({ width, height }, { as }) => (as === 'cover' ? null : width * height),
    most: 36_152_319,
    fix: 'Make the image smaller.',
  }),
  imageRange({
    ...IMAGE.frames,
    name: 'linkedin.image.max_frames',
    summary: 'A GIF has at most 250 frames.',
    most: 250,
    fix: 'Use a shorter GIF, or a video.',
  }),
  oneOfTypes({ name: 'linkedin.video.type', summary: 'A video is MP4.', of: 'video', types: VIDEO_TYPES }),
  videoRange({
    ...VIDEO.bytes,
    name: 'linkedin.video.bytes',
    summary: 'A video is 75 KB to 500 MB.',
    least: 75_000,
    most: VIDEO_MAX_BYTES,
    fix: encode('-crf 23'),
  }),
  videoRange({
    ...VIDEO.duration,
    name: 'linkedin.video.duration',
    summary: 'A video lasts 3 seconds to 30 minutes.',
    least: 3_000,
    most: 30 * 60_000,
    fix: 'Use a video of that length.',
  }),
  documentRange({
    ...DOCUMENT.bytes,
    name: 'linkedin.document.max_bytes',
    summary: 'A document is at most 100 MB.',
    most: DOCUMENT_MAX_BYTES,
    fix: 'Use a smaller document, or compress its pictures.',
  }),
  // The pages of a PDF and the slides of a PPTX. Nobody but LinkedIn knows how many pages it makes
  // of the other documents.
  documentRange({
    ...DOCUMENT.pages,
    name: 'linkedin.document.max_pages',
    summary: 'A PDF has at most 300 pages, and a PPTX 300 slides.',
    most: DOCUMENT_MAX_PAGES,
    fix: TOO_MANY_PAGES,
  }),
];

/**
 * An image that LinkedIn does not take is sent as JPEG with less than 36,152,320 pixels (LinkedIn,
 * Images API guide, checked 2026-11).
 */
export const linkedinImage: ImageForm = {
  ...{ type: 'image/jpeg', maxBytes: IMAGE_MAX_BYTES, maxWidth: 4_096, maxHeight: 4_096, takesAnimations: true },
};
