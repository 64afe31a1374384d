import { describe, expect, it } from 'vitest';
import { toPostBody } from '../src/to-post-body.ts';
import { aDraft } from './a-draft.ts';

const PERSON = 'urn:li:person:782bbtaQ';
const FRAME = {
  author: PERSON,
  commentary: 'Release day',
  visibility: 'PUBLIC',
  distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
  lifecycleState: 'PUBLISHED',
  isReshareDisabledByAuthor: false,
};

describe('toPostBody', () => {
  it('sends a text without content', () => {
    expect(toPostBody(PERSON, aDraft(), { mediaUrns: [], card: null })).toEqual(FRAME);
  });

  it('escapes the text', () => {
    expect(toPostBody(PERSON, aDraft({ content: 'Day #1 (really)' }), { mediaUrns: [], card: null })).toEqual({
      ...FRAME,
      commentary: 'Day \\#1 \\(really\\)',
    });
  });

  it('publishes as a page when the author is one', () => {
    expect(toPostBody('urn:li:organization:1', aDraft(), { mediaUrns: [], card: null })).toEqual({
      ...FRAME,
      author: 'urn:li:organization:1',
    });
  });

  it('sends one image as media, with its alternative text unescaped', () => {
    const media = [{ type: 'image' as const, url: 'https://cdn.example/a.jpg', altText: 'A bridge (red)' }];
    expect(toPostBody(PERSON, aDraft({ media }), { mediaUrns: ['urn:li:image:A'], card: null })).toEqual({
      ...FRAME,
      content: { media: { id: 'urn:li:image:A', altText: 'A bridge (red)' } },
    });
  });

  it('sends two and more images as multiImage, in order', () => {
    const media = [
      { type: 'image' as const, url: 'https://cdn.example/a.jpg', altText: 'one' },
      { type: 'image' as const, url: 'https://cdn.example/b.jpg', altText: '' },
      { type: 'image' as const, url: 'https://cdn.example/c.jpg' },
    ];
    expect(
      toPostBody(PERSON, aDraft({ media, content: '' }), {
        mediaUrns: ['urn:li:image:A', 'urn:li:image:B', 'urn:li:image:C'],
        card: null,
      }),
    ).toEqual({
      ...FRAME,
      commentary: '',
      content: {
        multiImage: {
          images: [{ id: 'urn:li:image:A', altText: 'one' }, { id: 'urn:li:image:B' }, { id: 'urn:li:image:C' }],
        },
      },
    });
  });

  it('sends a video as media, without alternative text', () => {
    const media = [
      {
        type: 'video' as const,
        url: 'https://cdn.example/a.mp4',
        altText: 'ignored',
        coverUrl: 'https://cdn.example/c.jpg',
      },
    ];
    expect(toPostBody(PERSON, aDraft({ media }), { mediaUrns: ['urn:li:video:V'], card: null })).toEqual({
      ...FRAME,
      content: { media: { id: 'urn:li:video:V' } },
    });
  });

  it('never publishes with fewer files than requested', () => {
    const media = [{ type: 'image' as const, url: 'https://cdn.example/a.jpg' }];
    expect(() => toPostBody(PERSON, aDraft({ media }), { mediaUrns: [], card: null })).toThrow(
      'No uploaded media for item 0',
    );
  });
});
