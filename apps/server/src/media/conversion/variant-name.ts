import path from 'node:path';

const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'video/mp4': '.mp4',
  'video/quicktime': '.mov',
};

/** Name of a variant in its address: that of its file, with the ending of its type. */
export const variantName = ({ filename, contentType }: { filename: string; contentType: string }): string =>
  `${path.parse(filename).name}${ENDINGS[contentType] ?? ''}`;
