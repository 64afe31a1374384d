import { z } from 'zod';
import { text } from '../text.ts';

/** Names or slugs, 1 to `most`, each of 1 to `maxChars` characters (code points). */
export const terms = (most: number, maxChars = 200) =>
  z
    .array(text({ min: 1, max: maxChars }))
    .min(1)
    .max(most)
    .optional();
