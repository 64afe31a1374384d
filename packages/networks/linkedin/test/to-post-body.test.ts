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

  it.each([
    ['its title, as it is', { title: 'Menu (December)' }, 'Menu (December)'],
    ['the name of its file', {}, 'menu of december.pdf'],
    ['the name of its file where the title is white space', { title: ' ' }, 'menu of december.pdf'],
  ])('sends a document as media with %s', (_, more, title) => {
    const url = 'https://cdn.example/a/menu%20of%20december.pdf?v=2';
    const media = [{ type: 'document' as const, url, altText: 'ignored', ...more }];
    expect(toPostBody(PERSON, aDraft({ media }), { mediaUrns: ['urn:li:document:D'], card: null })).toEqual({
      ...FRAME,
      content: { media: { id: 'urn:li:document:D', title } },
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

  it.each([
    [undefined, 'ONE_DAY'],
    [4_320, 'THREE_DAYS'],
    [10_080, 'SEVEN_DAYS'],
    [20_160, 'FOURTEEN_DAYS'],
  ])('sends a poll of %s minutes as %s, with its texts unescaped', (durationMinutes, duration) => {
    const poll = { question: 'Open on (every) Sunday?', options: ['Yes #1', 'No'], durationMinutes };
    expect(toPostBody(PERSON, aDraft({ options: { poll } }), { mediaUrns: [], card: null })).toEqual({
      ...FRAME,
      content: {
        poll: {
          question: 'Open on (every) Sunday?',
          options: [{ text: 'Yes #1' }, { text: 'No' }],
          settings: { duration },
        },
      },
    });
  });

  it('names the post that a text reshares', () => {
    const quotePostId = 'urn:li:ugcPost:7141';
    expect(toPostBody(PERSON, aDraft({ options: { quotePostId } }), { mediaUrns: [], card: null })).toEqual({
      ...FRAME,
      reshareContext: { parent: quotePostId },
    });
  });

  it('never publishes with fewer files than requested', () => {
    const media = [{ type: 'image' as const, url: 'https://cdn.example/a.jpg' }];
    expect(() => toPostBody(PERSON, aDraft({ media }), { mediaUrns: [], card: null })).toThrow(
      'No uploaded media for item 0',
    );
  });
});
