import { aFile } from './make-call.ts';

const JPEG = 'https://media.test/a.jpg';
const PNG = 'https://media.test/b.png';

/** A post of two images, of which one has an alternative text. */
export const CAROUSEL = {
  text: 'Rye is back',
  images: [
    { url: JPEG, altText: 'A loaf' },
    { url: PNG, altText: null },
  ],
};
/** Its slug under the key of `makeCall`. */
export const CAROUSEL_SLUG = 'rye-is-back-d07315b7f6e2';
export const CAROUSEL_FILES = { [JPEG]: aFile('image/jpeg', 'jpeg bytes'), [PNG]: aFile('image/png', 'png bytes') };
