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
  it('sends one image as media, with its alternative text unescaped', () => {
    const media = [{ type: 'image' as const, url: 'https://cdn.example/a.jpg', altText: 'A bridge (red)' }];
    expect(toPostBody(PERSON, aDraft({ media }), { mediaUrns: ['urn:li:image:A'], card: null })).toEqual({
      ...FRAME,
      content: { media: { id: 'urn:li:image:A', altText: 'A bridge (red)' } },
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

  it('shows a post to connections only when a member asks for it', () => {
    const visibilityOf = (author: string, visibility?: 'public' | 'connections') =>
      toPostBody(author, aDraft({ options: { linkedin: { visibility } } }), { mediaUrns: [], card: null });
    expect(visibilityOf(PERSON, 'connections')).toEqual({ ...FRAME, visibility: 'CONNECTIONS' });
    expect(visibilityOf(PERSON, 'public')).toEqual(FRAME);
    expect(visibilityOf(PERSON)).toEqual(FRAME);
    const page = 'urn:li:organization:2414183';
    expect(visibilityOf(page, 'connections')).toEqual({ ...FRAME, author: page });
  });

  it('never publishes with fewer files than requested', () => {
    const media = [{ type: 'image' as const, url: 'https://cdn.example/a.jpg' }];
    expect(() => toPostBody(PERSON, aDraft({ media }), { mediaUrns: [], card: null })).toThrow(
      'No uploaded media for item 0',
    );
  });
});
