import type { z } from 'zod';
import { named } from '../documented.ts';
import { requestObject } from '../request-object.ts';
import { terms } from './terms.ts';

/** Options that only hubs with Micropub have. */
export const MicropubOptionsSchema = named(
  'MicropubOptions',
  'Options of a target on a hub with Micropub.',
  requestObject({
    categories: terms(20).describe('Names of 1 to 20 tags.'),
    syndicateTo: terms(10, 2_048).describe(
      'Places that get a copy: 1 to 10 `uid`s of those that the server lists (`q=syndicate-to`).',
    ),
  }),
);
export type MicropubOptions = z.infer<typeof MicropubOptionsSchema>;
