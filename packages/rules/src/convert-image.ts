import type { ImageFacts } from '@fanfare/media-file';
import type { ImageForm } from './file-form.ts';
import type { FileUse } from './file-rules.ts';

/** Types that the library of the service reads. SVG and BMP are none of them. */
const READ: ReadonlySet<string> = new Set([
  ...['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/tiff'],
]);

/** Larger images are not converted: they would fill the memory of a small server. */
export const MOST_CONVERTED_PIXELS = 100_000_000;
export const MOST_CONVERTED_BYTES = 64 * 1024 * 1024;

/**
 * Facts of what an image becomes, or a sentence that says why it is too large; null when it is not
 * converted.
 */
export type Prediction = { readonly facts: ImageFacts } | { readonly tooLarge: string } | null;

/**
 * Predicts what conversion makes of an image, which never fails a rule about bytes: quality goes
 * down until the file fits.
 */
export function predictConversion(file: ImageFacts, { as }: FileUse, form: ImageForm): Prediction {
  const { width, height, bytes, frames, contentType } = file;
  if ((as !== 'image' && as !== 'cover') || file.isCut || !READ.has(contentType)) return null;
  // A cover is a still image everywhere.
  if (frames > 1 && form.takesAnimations && as !== 'cover') return null;
  if (width * height > MOST_CONVERTED_PIXELS)
    return { tooLarge: 'Images of more than 100 million pixels are not converted.' };
  if (bytes > MOST_CONVERTED_BYTES) return { tooLarge: 'Images of more than 64 MB are not converted.' };
  const { type: contentTypeOf, maxBytes } = form;
  return {
    facts: {
      ...{ type: 'image', contentType: contentTypeOf, bytes: Math.min(bytes, maxBytes), isCut: false },
      ...{ ...fitInto(form, file), orientation: 1, frames: 1 },
    },
  };
}

type Size = { readonly width: number; readonly height: number };

/** Size in whole pixels within that of a form, with the same shape. */
export function fitInto({ maxWidth, maxHeight }: Pick<ImageForm, 'maxWidth' | 'maxHeight'>, size: Size): Size {
  const scale = Math.min(1, maxWidth / size.width, maxHeight / size.height);
  const scaled = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return { width: scaled(size.width), height: scaled(size.height) };
}
