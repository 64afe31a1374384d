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
              platform: 'x',
              configured: true,
              text: { max: 280, countedAs: 'weighted', textOnly: true },
              media: { max: 4, maxImages: 4, maxVideos: 1, mixed: false, optional: true },
              supports: {
                firstComment: false,
                repost: true,
                aiGenerated: true,
                altText: true,
                coverUrl: false,
                thumbOffsetMs: false,
                spaces: false,
              },
              firstComment: null,
              rules: [{ name: 'x.content.empty', summary: 'A post has text or media.' }],
            },
          ],
        }),
      },
    },
  },
};
