import type { Schema } from '../restli/restli-schema.ts';
import { pollSchema } from './poll.ts';
import { reshareSchema } from './reshare.ts';

const image: Schema = { fields: { id: 'string', altText: 'string' }, optional: ['altText'] };

/**
 * The body of `POST /rest/posts` (Microsoft Learn, LinkedIn Posts API schema, checked 2026-11). Of
 * the content types, the sandbox supports those that a publisher of texts, pictures and clips uses;
 * there is no field for AI-made content.
 */
export const postSchema: Schema = {
  fields: {
    author: 'string',
    commentary: 'string',
    visibility: { symbols: ['PUBLIC', 'CONNECTIONS', 'LOGGED_IN', 'CONTAINER'] },
    distribution: {
      fields: {
        feedDistribution: { symbols: ['MAIN_FEED', 'NONE'] },
        targetEntities: { items: 'any' },
        thirdPartyDistributionChannels: { items: 'any' },
      },
      optional: ['targetEntities', 'thirdPartyDistributionChannels'],
    },
    content: {
      members: {
        poll: pollSchema,
        media: { fields: { id: 'string', title: 'string', altText: 'string' }, optional: ['title', 'altText'] },
        multiImage: { fields: { images: { items: image }, altText: 'string' }, optional: ['altText'] },
        article: {
          fields: {
            source: 'string',
            title: 'string',
            description: 'string',
            thumbnail: 'string',
            thumbnailAltText: 'string',
          },
          optional: ['description', 'thumbnail', 'thumbnailAltText'],
        },
      },
    },
    lifecycleState: { symbols: ['DRAFT', 'PUBLISHED', 'PUBLISH_REQUESTED', 'PUBLISH_FAILED'] },
    isReshareDisabledByAuthor: 'boolean',
    adContext: 'any',
    container: 'string',
    contentLandingPage: 'string',
    contentCallToActionLabel: 'string',
    reshareContext: reshareSchema,
  },
  optional: [
    'content',
    'isReshareDisabledByAuthor',
    'adContext',
    'container',
    'contentLandingPage',
    'contentCallToActionLabel',
    'reshareContext',
  ],
};
