import type { ContentRuleCase } from './content-rule-case.ts';
import { document, image, video, withImage } from './parts.ts';

/** Rules of every hub, and of each kind of hub. */
export const HUB_CASES: readonly ContentRuleCase[] = [
  {
    rule: 'hub.media.no_document',
    breaks: { content: 'a', mediaItems: [document()] },
    keeps: withImage('a'),
    path: 'mediaItems',
  },
  {
    rule: 'hub.wordpress_featured_image.missing',
    breaks: { ...withImage('a'), wordpress: { featuredImage: 1 } },
    keeps: { ...withImage('a'), wordpress: { featuredImage: 0 } },
    path: 'wordpress.featuredImage',
  },
  ...(
    [
      ['title', { title: '' }, { title: 'a'.repeat(255) }],
      ['excerpt', { excerpt: 'a'.repeat(1_001) }, { excerpt: 'a'.repeat(1_000) }],
      ['categories', { categories: [] }, { categories: ['news'] }],
      ['tags', { tags: Array.from({ length: 21 }, (_, at) => `Tag ${at}`) }, { tags: ['Rye', 'R&D'] }],
      ['featured_image', { featuredImage: 10 }, {}, 'featuredImage'],
      ['status', { status: 'draft' }, { status: 'pending' }],
      ['slug', { slug: 'Rye bread' }, { slug: 'rye-bread-2' }],
    ] as const
  ).map(([name, broken, kept, path = name]) => ({
    rule: `hub.wordpress_${name}.invalid`,
    breaks: { ...withImage('a'), wordpress: broken as never },
    keeps: { ...withImage('a'), wordpress: kept as never },
    path: `wordpress.${path}`,
  })),
  {
    rule: 'hub.micropub_categories.invalid',
    breaks: { content: 'a', micropub: { categories: [] } },
    keeps: { content: 'a', micropub: { categories: ['Rye'] } },
    path: 'micropub.categories',
  },
  {
    rule: 'hub.micropub_syndicate_to.invalid',
    breaks: { content: 'a', micropub: { syndicateTo: [] } },
    keeps: { content: 'a', micropub: { syndicateTo: ['https://social.example/@ann'] } },
    path: 'micropub.syndicateTo',
  },
  { rule: 'hub.content.empty', breaks: { content: ' ' }, keeps: { mediaItems: [image()] }, path: 'content' },
  {
    rule: 'hub.text.max_length',
    // An emoji counts 2, and the API counts it as one character.
    breaks: { content: '🌊'.repeat(5_001) },
    keeps: { content: '🌊'.repeat(5_000) },
    path: 'content',
    limit: 10_000,
    actual: 10_002,
  },
  {
    rule: 'hub.media.no_video',
    breaks: { mediaItems: [image(), video()] },
    keeps: { mediaItems: Array.from({ length: 10 }, () => image()) },
    path: 'mediaItems',
  },
  {
    rule: 'hub.ai_generated.unsupported',
    breaks: { content: 'Made.', aiGenerated: true },
    keeps: { content: 'Made.', aiGenerated: false },
    path: 'aiGenerated',
  },
];
