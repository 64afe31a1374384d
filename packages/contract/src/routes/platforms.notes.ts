import { example } from '../example.ts';
import type { platforms } from './platforms.ts';
import type { NotesOf } from './route-notes.ts';

export const platformsNotes: NotesOf<typeof platforms> = {
  list: {
    operationId: 'listPlatforms',
    tag: 'Platforms',
    summary: 'List the platforms',
    description: 'Lists limits, features and rules of every platform, from the same data that validates posts.',
    requests: [],
    answers: {
      200: {
        description: 'Limits and features of every platform.',
        example: example('One of the platforms', {
          platforms: [
            {
              platform: 'linkedin',
              configured: true,
              text: { max: 3_000, countedAs: 'utf16', textOnly: true },
              media: { max: 10, maxImages: 10, maxVideos: 1, maxDocuments: 1, mixed: false, optional: true },
              supports: {
                firstComment: true,
                repost: false,
                unpublish: true,
                aiGenerated: false,
                altText: true,
                coverUrl: true,
                thumbOffsetMs: false,
                spaces: false,
              },
              firstComment: { max: 1_250 },
              options: {
                type: 'object',
                properties: { link: { type: 'string', enum: ['auto', 'none'] } },
                additionalProperties: false,
              },
              rules: [
                { name: 'linkedin.text.max_length', summary: 'Text is at most 3,000 characters (UTF-16 code units).' },
              ],
            },
          ],
        }),
      },
    },
  },
};
