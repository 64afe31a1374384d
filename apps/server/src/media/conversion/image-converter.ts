import { createRequire } from 'node:module';
import type { ImageFacts } from '@fanfare/media-file';
import { isOwnMistake } from '@fanfare/network';
import { type FileForm, fitInto, type ImageForm, MOST_CONVERTED_PIXELS, NOT_CONVERTED } from '@fanfare/rules';
import type { Logger } from '../../process/log/log.ts';
import { createKeyedSemaphore } from '../../process/semaphore.ts';

/** Conversions at once in this process: each may hold a whole picture in memory. */
const AT_ONCE = 2;
const TIMEOUT_SECONDS = 60;
const QUALITIES = [90, 80, 70, 60];
/** Part of the width that is left when even the lowest quality is too large. */
const SMALLER = 0.75;

/**
 * The readers of libvips for the types that `predictConversion` lets through; SVG is none of them.
 */
const READERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((name) => `VipsForeignLoad${name}`);

type Sharp = typeof import('sharp')['default'];

export type ImageConverter = {
  /** Whether the library is there. */
  readonly isInstalled: () => boolean;
  /** Says why no file of this form is made, as a sentence; null when it is. */
  readonly offFor: (form: FileForm) => string | null;
  /** Converts the bytes of an image. Null when it cannot be read. */
  readonly convert: (bytes: Uint8Array, facts: ImageFacts, form: ImageForm) => Promise<Buffer | null>;
};

/** Converts images with sharp, which is loaded for the first one. */
export function createImageConverter(deps: {
  readonly log: Logger;
  readonly load?: () => Promise<Sharp>;
}): ImageConverter {
  const { log, load = loadSharp } = deps;
  const permits = createKeyedSemaphore(AT_ONCE);
  const state: { isInstalled: boolean; sharp: Promise<Sharp | null> | null } = {
    isInstalled: deps.load !== undefined || isSharpInstalled(),
    sharp: null,
  };
  const open = (): Promise<Sharp | null> => {
    state.sharp ??= load().catch((err: unknown) => {
      // Its binary for this machine is missing: the same as no library.
      log.error({ err }, 'sharp cannot be loaded: images are not converted');
      state.isInstalled = false;
      return null;
    });
    return state.sharp;
  };
  return {
    isInstalled: () => state.isInstalled,
    offFor: ({ type }) => (type === 'index-first' || state.isInstalled ? null : NOT_CONVERTED.notInstalled),
    convert: (bytes, facts, form) =>
      permits.run('', async () => {
        const sharp = await open();
        if (!sharp) return null;
        try {
          return await toForm(sharp, bytes, facts, form);
        } catch (err) {
          if (isOwnMistake(err)) throw err;
          // The library throws plain errors for whatever it cannot read.
          log.warn({ err, contentType: facts.contentType, form }, 'an image could not be converted');
          return null;
        }
      }),
  };
}

/** Whether sharp is installed beside the server, without loading it. */
export function isSharpInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('sharp');
    return true;
  } catch {
    return false;
  }
}

async function loadSharp(): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READERS });
  return sharp;
}

/** Decodes once, upright, on white and in sRGB, then encodes until the file fits. */
async function toForm(sharp: Sharp, bytes: Uint8Array, facts: ImageFacts, form: ImageForm): Promise<Buffer> {
  const { data, info } = await sharp(bytes, {
    limitInputPixels: MOST_CONVERTED_PIXELS,
    sequentialRead: true,
    failOn: 'error',
  })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .autoOrient()
    .resize({ ...fitInto(form, facts), fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const encode = (quality: number, at = width): Promise<Buffer> =>
    sharp(data, { raw: { width, height, channels } }).resize({ width: at }).jpeg({ quality }).toBuffer();
  for (const quality of QUALITIES) {
    const encoded = await encode(quality);
    if (encoded.length <= form.maxBytes) return encoded;
  }
  for (let at = Math.floor(width * SMALLER); at > 1; at = Math.floor(at * SMALLER)) {
    const encoded = await encode(QUALITIES.at(-1)!, at);
    if (encoded.length <= form.maxBytes) return encoded;
  }
  throw new Error('The image does not become small enough.');
}
