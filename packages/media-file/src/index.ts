export { countSlides } from './count-slides.ts';
export { countGifFrames } from './gif-frames.ts';
export { type FilePart, moveIndexFirst } from './index-first.ts';
export type { MediaBytes } from './media-bytes.ts';
export type { DocumentFacts, ImageFacts, MediaFacts, VideoFacts } from './media-facts.ts';
export { readMediaFile } from './read-media-file.ts';
