import { Secret } from '@fanfare/network';
import { describeConformance } from '@fanfare/network-conformance';
import { createX, X_DEFAULTS } from '@fanfare/network-x';
import { aDraft } from './a-draft.ts';
import { quirksOfX } from './known-quirks/of-x.ts';
import { errorsPageOf, pageOf } from './page.ts';
import { sandboxNetwork } from './sandbox-network.ts';
import { xErrors } from './x-errors.ts';

describeConformance({
  name: 'x',
  start: sandboxNetwork({
    network: 'x',
    adapter: ({ api = '', web = '' }) =>
      createX({
        ...X_DEFAULTS,
        apiUrl: api,
        webUrl: web,
        clientId: 'sandbox-x-app',
        clientSecret: new Secret('sandbox-x-secret'),
      }),
  }),
  page: pageOf('x'),
  drafts: ({ image, anotherImage, video, captions: url = '' }) => ({
    plain: aDraft('Release day'),
    'a poll': {
      ...aDraft('Shall we?'),
      options: { poll: { options: ['Yes', 'No', 'Later'], durationMinutes: 60 }, replyControl: 'verified' },
    },
    'a post to a community': {
      ...aDraft('For all who photograph harbours'),
      options: { x: { communityId: '1493446837214187523', shareWithFollowers: true, paidPartnership: true } },
    },
    'a sensitive image with tagged accounts': {
      ...aDraft('Look away', [{ type: 'image', url: image, altText: 'Boats at dawn' }]),
      options: { x: { sensitiveMedia: ['adult_content', 'graphic_violence', 'other'], taggedUserIds: ['2244994945'] } },
    },
    'an image with alt text, made by AI': {
      ...aDraft('A harbour', [{ type: 'image', url: image, altText: 'Boats at dawn' }]),
      aiGenerated: true,
    },
    'two images and no text': aDraft('', [
      { type: 'image', url: image },
      { type: 'image', url: anotherImage, altText: 'A roastery' },
    ]),
    video: aDraft('A clip', [{ type: 'video', url: video }]),
    'a video with subtitles': {
      ...aDraft('A clip to read', [{ type: 'video', url: video }]),
      options: { captions: [{ url, language: 'en', name: 'English (UK)' }] },
    },
  }),
  shows: {
    'a poll': { poll: { minutes: 60 }, notes: ['Verified accounts can reply'] },
    'a post to a community': { place: 'Harbour Photographs', sponsors: [], notes: ['Also shared with followers'] },
    'a sensitive image with tagged accounts': {
      cover: 'Content warning: Nudity, Violence, Sensitive',
      tagged: ['ben'],
    },
    'a video with subtitles': { media: [{ captions: [{ language: 'EN', name: 'English (UK)' }] }] },
  },
  optionsElsewhere: ['thread'],
  answers: ['two images and no text', 'video'],
  repeatable: ['/2/media/metadata$'],
  counts: { views: 91, likes: 12, comments: 3, shares: 4, saves: 5 },
  edges: {
    exchange: { method: 'POST', path: '^/2/oauth2/token$', run: 'exchange' },
    refresh: { method: 'POST', path: '^/2/oauth2/token$', run: 'refresh' },
    revoke: { method: 'POST', path: '^/2/oauth2/revoke$', run: 'revoke' },
    profiles: { method: 'GET', path: '^/2/users/me$', run: 'profiles' },
    upload: {
      method: 'POST',
      path: '^/2/media/upload$',
      run: 'prepare',
      draft: 'an image with alt text, made by AI',
    },
    video: { method: 'GET', path: '^/2/media/upload$', run: 'prepare', draft: 'video' },
    publish: { method: 'POST', path: '^/2/tweets$', run: 'publish' },
    repost: { method: 'POST', path: '/retweets$', run: 'repost' },
    unpublish: { method: 'DELETE', path: '^/2/tweets/\\d+$', run: 'unpublish' },
    metrics: { method: 'GET', path: '^/2/tweets/\\d+$', run: 'metrics' },
  },
  links: ({ id, username }) => ({
    posts: [`https://x.com/${username}/status/${id}`, `https://mobile.twitter.com/i/web/status/${id}?s=20`],
    others: ['https://x.com/ada', `https://example.com/ada/status/${id}`, 'https://t.co/abc'],
  }),
  errors: xErrors,
  errorsPage: errorsPageOf('x'),
  more: quirksOfX,
});
