import { describe, expect, it } from 'vitest';
import { mediaTypeOf, textOf, toContainers } from '../src/to-containers.ts';
import { draft, image, video } from './draft.ts';

describe('toContainers', () => {
  it.each([
    [
      'an image',
      draft({ media: [image({ altText: 'A red bicycle' })], aiGenerated: true }),
      {
        image_url: 'https://cdn.example/a.jpg',
        caption: 'Hello',
        alt_text: 'A red bicycle',
        is_ai_generated: 'true',
      },
      false,
    ],
    [
      'an image without a caption or description',
      draft({ content: '', media: [image({ altText: '' })] }),
      { image_url: 'https://cdn.example/a.jpg' },
      false,
    ],
    [
      'an image with fields that are for videos',
      draft({ media: [image({ coverUrl: 'https://cdn.example/c.jpg', thumbOffsetMs: 5 })] }),
      { image_url: 'https://cdn.example/a.jpg', caption: 'Hello' },
      false,
    ],
    [
      'a video, which becomes a reel in the feed',
      draft({ media: [video({ altText: 'A race' })], aiGenerated: true }),
      {
        media_type: 'REELS',
        video_url: 'https://cdn.example/v.mp4',
        share_to_feed: 'true',
        caption: 'Hello',
        is_ai_generated: 'true',
      },
      true,
    ],
    [
      'a video with a frame as its cover',
      draft({ media: [video({ thumbOffsetMs: 1500 })] }),
      {
        media_type: 'REELS',
        video_url: 'https://cdn.example/v.mp4',
        share_to_feed: 'true',
        caption: 'Hello',
        thumb_offset: '1500',
      },
      true,
    ],
    [
      'a video with a cover image, which wins over the frame',
      draft({ media: [video({ thumbOffsetMs: 1500, coverUrl: 'https://cdn.example/c.jpg' })] }),
      {
        media_type: 'REELS',
        video_url: 'https://cdn.example/v.mp4',
        share_to_feed: 'true',
        caption: 'Hello',
        cover_url: 'https://cdn.example/c.jpg',
      },
      true,
    ],
  ])('makes one container of %s', (_, given, params, isVideo) => {
    expect(toContainers(given)).toEqual({ items: [{ params, video: isVideo, mediaIndex: 0 }], parent: null });
  });

  it('makes a carousel in array order, with caption and disclosure on the parent only', () => {
    const media = [
      image({ url: 'https://cdn.example/1.jpg', altText: 'One' }),
      video({
        url: 'https://cdn.example/2.mp4',
        altText: 'Two',
        coverUrl: 'https://cdn.example/c.jpg',
        thumbOffsetMs: 9,
      }),
      image({ url: 'https://cdn.example/3.jpg' }),
    ];
    expect(toContainers(draft({ media, aiGenerated: true }))).toEqual({
      items: [
        {
          params: { image_url: 'https://cdn.example/1.jpg', is_carousel_item: 'true', alt_text: 'One' },
          video: false,
          mediaIndex: 0,
        },
        {
          params: { media_type: 'VIDEO', video_url: 'https://cdn.example/2.mp4', is_carousel_item: 'true' },
          video: true,
          mediaIndex: 1,
        },
        {
          params: { image_url: 'https://cdn.example/3.jpg', is_carousel_item: 'true' },
          video: false,
          mediaIndex: 2,
        },
      ],
      parent: { media_type: 'CAROUSEL', caption: 'Hello', is_ai_generated: 'true' },
    });
  });

  it('gives the network ASCII addresses', () => {
    const { items } = toContainers(draft({ media: [image({ url: 'https://bücher.example/größe 1.jpg?n=ä' })] }));
    expect(items[0].params.image_url).toBe('https://xn--bcher-kva.example/gr%C3%B6%C3%9Fe%201.jpg?n=%C3%A4');
  });
});

describe('options', () => {
  const single = (more: Parameters<typeof draft>[0]) => toContainers(draft(more)).items[0].params;
  const tags = [{ username: 'ada', x: 0.5, y: 1 }, { username: 'bo' }];

  it('of a story are sent without text, description, cover and co-authors', () => {
    const instagram = { format: 'story' as const, collaborators: ['cy'], userTags: tags, paidPartnership: true };
    const options = { instagram, locationId: '7640348500' };
    const user_tags = '[{"username":"ada","x":0.5,"y":1},{"username":"bo"}]';
    expect(single({ media: [image({ altText: 'A bicycle' })], options })).toEqual({
      media_type: 'STORIES',
      image_url: 'https://cdn.example/a.jpg',
      user_tags,
      is_paid_partnership: 'true',
    });
    expect(single({ media: [video({ thumbOffsetMs: 5 })], options: { instagram: { format: 'story' } } })).toEqual({
      media_type: 'STORIES',
      video_url: 'https://cdn.example/v.mp4',
    });
    expect(textOf(draft({ options }))).toBe('');
    expect(textOf(draft())).toBe('Hello');
  });

  it('of a reel name its sound, its place, its co-authors and whether the feed shows it', () => {
    const named = { audioName: 'Rain', collaborators: ['cy', 'di'], userTags: tags };
    const instagram = { ...named, shareToFeed: false, paidPartnership: false };
    expect(single({ media: [video()], options: { instagram, locationId: '7640348500' } })).toEqual({
      media_type: 'REELS',
      video_url: 'https://cdn.example/v.mp4',
      caption: 'Hello',
      share_to_feed: 'false',
      audio_name: 'Rain',
      user_tags: '[{"username":"ada"},{"username":"bo"}]',
      collaborators: '["cy","di"]',
      location_id: '7640348500',
    });
  });

  it.each([
    [undefined, 'MANUAL'],
    ['manual', 'MANUAL'],
    ['performance', 'SS_PERFORMANCE'],
  ] as const)('of a trial reel say when followers see it: %s', (trialGraduation, strategy) => {
    const { trial_params } = single({
      media: [video()],
      options: { instagram: { format: 'trial_reel', trialGraduation } },
    });
    expect(trial_params).toBe(`{"graduation_strategy":"${strategy}"}`);
  });

  it('of a carousel belong to its parent, and tags to the item that they name', () => {
    const userTags = [
      { username: 'ada', x: 0, y: 0 },
      { username: 'bo', x: 1, y: 1, mediaIndex: 2 },
    ];
    const instagram = { collaborators: ['cy'], userTags, paidPartnership: true };
    const { items, parent } = toContainers(
      draft({ media: [image(), video(), image()], options: { instagram, locationId: '7640348500' } }),
    );
    expect(items.map(({ params }) => params)).toEqual([
      {
        image_url: 'https://cdn.example/a.jpg',
        is_carousel_item: 'true',
        user_tags: '[{"username":"ada","x":0,"y":0}]',
      },
      {
        media_type: 'VIDEO',
        video_url: 'https://cdn.example/v.mp4',
        is_carousel_item: 'true',
      },
      {
        image_url: 'https://cdn.example/a.jpg',
        is_carousel_item: 'true',
        user_tags: '[{"username":"bo","x":1,"y":1}]',
      },
    ]);
    expect(parent).toEqual({
      media_type: 'CAROUSEL',
      caption: 'Hello',
      collaborators: '["cy"]',
      location_id: '7640348500',
      is_paid_partnership: 'true',
    });
  });
});

describe('mediaTypeOf', () => {
  it.each([
    ['IMAGE', [image()]],
    ['VIDEO', [video()]],
    ['CAROUSEL_ALBUM', [video(), video()]],
  ])('%s', (expected, media) => {
    expect(mediaTypeOf(draft({ media }))).toBe(expected);
  });
});
