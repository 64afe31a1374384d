import { z } from 'zod';
import { named } from './documented.ts';
import { LIMITS } from './limits.ts';
import { queryInteger } from './query.ts';
import { requestObject } from './request-object.ts';
import { text } from './text.ts';

/** One space of a hub account. */
export const SpaceSchema = named(
  'Space',
  'A section of a hub that you can publish to.',
  z.object({
    slug: z.string().describe('Unique inside the account; what `spaceSlug` takes.'),
    id: z.string().describe('The hub’s own id.'),
    name: z.string().describe('Display name.'),
    description: z.string().nullable().describe('Description; null when there is none.'),
    url: z.string().nullable().describe('Public page of the space; null when there is none.'),
    isDefault: z.boolean().describe('Whether a target without `spaceSlug` publishes here.'),
    canPost: z.boolean().nullable().describe('Whether the account may publish here; null when the hub does not say.'),
  }),
);
export type Space = z.infer<typeof SpaceSchema>;

export const ListSpacesQuerySchema = requestObject({
  q: text({ max: LIMITS.spaceQueryChars.value })
    .optional()
    .describe('Part of a name or slug, in any case, at most 100 characters.'),
  limit: queryInteger({ min: 1, max: LIMITS.listMax.value }).describe('Spaces per page, 1 to 100; 25 by default.'),
  offset: queryInteger({ min: 0, max: LIMITS.listOffset.value }).describe('Spaces to skip, 0 by default.'),
}).transform((query) => ({ ...query, limit: query.limit ?? LIMITS.listDefault.value, offset: query.offset ?? 0 }));
export type ListSpacesQuery = z.infer<typeof ListSpacesQuerySchema>;

export const ListSpacesResponseSchema = named(
  'SpaceList',
  'One page of a hub account’s spaces.',
  z.object({
    spaces: z.array(SpaceSchema).describe('Spaces that match, by name.'),
    total: z.number().int().min(0).describe('Spaces that match on all pages.'),
    limit: z.number().int().describe('Spaces per page.'),
    offset: z.number().int().describe('Spaces skipped.'),
  }),
);
export type ListSpacesResponse = z.infer<typeof ListSpacesResponseSchema>;
