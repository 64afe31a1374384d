/**
 * The form that an image gets which a platform does not take as it is: upright, in sRGB, without
 * transparency, EXIF data and animation, and never larger than before.
 *
 * @example
 * { type: 'image/jpeg', maxBytes: 8 * 1024 * 1024, maxWidth: 1_440, maxHeight: 14_400, takesAnimations: false }
 */
export type ImageForm = {
  readonly type: 'image/jpeg';
  /** Size of the file; strong compression comes first, fewer pixels come last. */
  readonly maxBytes: number;
  readonly maxWidth: number;
  readonly maxHeight: number;
  /** Whether the platform shows moving images, so that one is never sent as a still one. */
  readonly takesAnimations: boolean;
};

/** The form of a video whose index (moov) stands before its content, otherwise unchanged. */
export const INDEX_FIRST = { type: 'index-first' } as const;

/** The form that a file gets which a platform does not take as it is. */
export type FileForm = ImageForm | typeof INDEX_FIRST;

/** Name of a form: equal forms of two platforms share the file that is made. */
export const nameOfForm = (form: FileForm): string =>
  form.type === 'index-first' ? form.type : `jpeg-${form.maxWidth}x${form.maxHeight}-${form.maxBytes}`;
