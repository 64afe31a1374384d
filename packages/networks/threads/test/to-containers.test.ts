import type { ThreadsOptions } from '@fanfare/contract';
import { describe, expect, it } from 'vitest';
import { mediaTypeOf, toContainers } from '../src/to-containers.ts';
import { draft, image, video } from './draft.ts';

describe('toContainers', () => {
  it('makes a text post one container without media', () => {
    expect(toContainers(draft())).toEqual({
      items: [{ params: { media_type: 'TEXT', text: 'Hello' }, video: false }],
      parent: null,
    });
  });

  it.each([
    [
      'an image',
      draft({ media: [image({ altText: 'A red bicycle' })] }),
      { media_type: 'IMAGE', image_url: 'https://cdn.example/a.png', alt_text: 'A red bicycle', text: 'Hello' },
      false,
    ],
    [
      'an image without text',
      draft({ content: '', media: [image({ altText: '' })] }),
      { media_type: 'IMAGE', image_url: 'https://cdn.example/a.png' },
      false,
    ],
    [
      'a video, without what this API does not have',
      draft({ media: [video({ altText: 'A race', coverUrl: 'https://cdn.example/c.jpg', thumbOffsetMs: 5 })] }),
      { media_type: 'VIDEO', video_url: 'https://cdn.example/v.mp4', text: 'Hello' },
      true,
    ],
  ])('makes one container of %s', (_, given, params, isVideo) => {
    expect(toContainers(given)).toEqual({ items: [{ params, video: isVideo, mediaIndex: 0 }], parent: null });
  });

  it('writes each option of a poll under its letter', () => {
    const given = draft({ options: { poll: { options: ['Yes', 'No', '"Maybe"'] } } });
    expect(toContainers(given)).toEqual({
      items: [
        {
          params: {
            media_type: 'TEXT',
            text: 'Hello',
            poll_attachment: '{"option_a":"Yes","option_b":"No","option_c":"\\"Maybe\\""}',
          },
          video: false,
        },
      ],
      parent: null,
    });
  });

  it.each([
    ['everyone', 'everyone'],
    ['following', 'accounts_you_follow'],
    ['mentioned', 'mentioned_only'],
    ['followers', 'followers_only'],
  ] as const)('says in the words of Threads who may reply: %s', (replyControl, control) => {
    const options = { replyControl };
    expect(toContainers(draft({ options })).items[0].params).toEqual({
      media_type: 'TEXT',
      text: 'Hello',
      reply_control: control,
    });
    const { items, parent } = toContainers(draft({ media: [image(), image()], options }));
    expect([items.flatMap(({ params }) => Object.keys(params)).includes('reply_control'), parent]).toEqual([
      false,
      { media_type: 'CAROUSEL', text: 'Hello', reply_control: control },
    ]);
  });

  it.each<[string, ThreadsOptions, object]>([
    ['a topic', { topicTag: 'Design' }, { topic_tag: 'Design' }],
    ['a post for 24 hours', { ghost: true }, { is_ghost_post: 'true' }],
    ['a GIF', { gifId: 'abc-1' }, { gif_attachment: '{"gif_id":"abc-1","provider":"GIPHY"}' }],
    ['a link attachment', { linkAttachment: 'https://a.example' }, { link_attachment: 'https://a.example' }],
    ['replies that are approved', { replyApprovals: true }, { enable_reply_approvals: 'true' }],
    ['the only countries', { allowedCountries: ['DE', 'AT'] }, { allowlisted_country_codes: 'DE,AT' }],
    [
      'a text behind the post',
      { textAttachment: { content: 'Long', link: 'https://a.example' } },
      { text_attachment: '{"plaintext":"Long","link_attachment_url":"https://a.example"}' },
    ],
    ['nothing for what is false', { ghost: false, replyApprovals: false, spoilerMedia: false }, {}],
    ['nothing for a spoiler without media', { spoilerMedia: true }, {}],
  ])('says in the words of Threads: %s', (_, threads, params) => {
    expect(toContainers(draft({ options: { threads } })).items[0].params).toEqual({
      media_type: 'TEXT',
      text: 'Hello',
      ...params,
    });
  });

  it('hides parts of a text by UTF-16 units, wherever they occur, and once where two overlap', () => {
    const content = '👍 Ada did it. Ada Park!';
    const params = toContainers(draft({ content, options: { threads: { spoilers: ['Ada', 'Ada Park'] } } })).items[0]
      .params;
    expect(JSON.parse(params.text_entities ?? '')).toEqual([
      { entity_type: 'SPOILER', offset: 3, length: 3 },
      { entity_type: 'SPOILER', offset: 15, length: 8 },
    ]);
  });

  it('styles parts of an attached text by bytes of UTF-8', () => {
    const text = '👍 Grüße, ja ja';
    const styled = [
      { part: 'ja', styles: ['italic' as const] },
      { part: 'Grüße', styles: ['bold' as const, 'underline' as const] },
    ];
    const { params } = toContainers(draft({ options: { threads: { textAttachment: { content: text, styled } } } }))
      .items[0];
    expect(JSON.parse(params.text_attachment ?? '')).toEqual({
      plaintext: text,
      text_with_styling_info: [
        { offset: 14, length: 2, styling_info: ['italic'] },
        { offset: 17, length: 2, styling_info: ['italic'] },
        { offset: 5, length: 7, styling_info: ['bold', 'underline'] },
      ],
    });
  });

  it('blurs an image and quotes a post, in a carousel by its parent', () => {
    const options = { quotePostId: '1810', threads: { spoilerMedia: true, topicTag: 'Film' } };
    expect(toContainers(draft({ media: [image()], options })).items[0].params).toEqual({
      media_type: 'IMAGE',
      image_url: 'https://cdn.example/a.png',
      text: 'Hello',
      quote_post_id: '1810',
      topic_tag: 'Film',
      is_spoiler_media: 'true',
    });
    const { items, parent } = toContainers(draft({ media: [image(), image()], options }));
    const item = { media_type: 'IMAGE', image_url: 'https://cdn.example/a.png', is_carousel_item: 'true' };
    expect([items.map(({ params }) => params), parent]).toEqual([
      [item, item],
      { media_type: 'CAROUSEL', text: 'Hello', quote_post_id: '1810', topic_tag: 'Film', is_spoiler_media: 'true' },
    ]);
  });

  it('makes a carousel in array order, with the text on the parent only', () => {
    const media = [video(), image({ url: 'https://cdn.example/ä.png', altText: 'Two' })];
    expect(toContainers(draft({ media }))).toEqual({
      items: [
        {
          params: { media_type: 'VIDEO', video_url: 'https://cdn.example/v.mp4', is_carousel_item: 'true' },
          video: true,
          mediaIndex: 0,
        },
        {
          params: {
            media_type: 'IMAGE',
            image_url: 'https://cdn.example/%C3%A4.png',
            alt_text: 'Two',
            is_carousel_item: 'true',
          },
          video: false,
          mediaIndex: 1,
        },
      ],
      parent: { media_type: 'CAROUSEL', text: 'Hello' },
    });
  });

  it('never sends an AI disclosure', () => {
    expect(JSON.stringify(toContainers(draft({ media: [image(), image()], aiGenerated: true })))).not.toContain('ai_');
  });
});

describe('mediaTypeOf', () => {
  it.each([
    ['TEXT_POST', []],
    ['IMAGE', [image()]],
    ['VIDEO', [video()]],
    ['CAROUSEL_ALBUM', [image(), video()]],
  ])('%s', (expected, media) => {
    expect(mediaTypeOf(draft({ media }))).toBe(expected);
  });
});
