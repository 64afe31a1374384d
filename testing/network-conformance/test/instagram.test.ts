import { Secret } from '@fanfare/network';
import { describeConformance } from '@fanfare/network-conformance';
import { createInstagram, INSTAGRAM_DEFAULTS, instagramVersions } from '@fanfare/network-instagram';
import { aDraft } from './a-draft.ts';
import { quirksOfInstagram } from './known-quirks/of-instagram.ts';
import { metaErrors } from './meta-errors.ts';
import { errorsPageOf, pageOf } from './page.ts';
import { sandboxNetwork } from './sandbox-network.ts';
import { signedRequestOf } from './signed-request-of.ts';

const VERSION = 'v25.0';
/** Options that other networks may have as well. */
const SHARED = { locationId: '7640348500' };

/** A paid partnership that names nobody. */
const LABELLED = { sponsors: [] };
/** Nobody of the sandbox is called bob, so nobody accepts. */
const INVITED = ['Invited to collaborate: @bob'];

describeConformance({
  name: 'instagram',
  start: sandboxNetwork({
    network: 'instagram',
    adapter: ({ www = '', api = '', graph = '' }) =>
      createInstagram({
        ...INSTAGRAM_DEFAULTS,
        wwwUrl: www,
        apiUrl: api,
        graphUrl: graph,
        versions: instagramVersions({ wanted: [VERSION] }),
        clientId: 'sandbox-instagram-app',
        clientSecret: new Secret('sandbox-instagram-secret'),
      }),
  }),
  page: pageOf('instagram'),
  drafts: ({ image, anotherImage, video, cover }) => ({
    plain: aDraft('Release day', [{ type: 'image', url: image }]),
    'an image with alt text, made by AI': {
      ...aDraft('A harbour', [{ type: 'image', url: image, altText: 'Boats at dawn' }]),
      aiGenerated: true,
      options: {
        ...SHARED,
        instagram: {
          collaborators: ['bob'],
          userTags: [{ username: 'bob', x: 0.25, y: 1 }],
          paidPartnership: true,
        },
      },
    },
    'a reel with a cover': {
      ...aDraft('A clip', [{ type: 'video', url: video, coverUrl: cover }]),
      aiGenerated: true,
      options: { ...SHARED, instagram: { shareToFeed: false, userTags: [{ username: 'bob' }], paidPartnership: true } },
    },
    'a reel that begins later, without a caption': aDraft('', [{ type: 'video', url: video, thumbOffsetMs: 500 }]),
    'a story': {
      ...aDraft('', [{ type: 'image', url: image }]),
      aiGenerated: true,
      options: { instagram: { format: 'story', userTags: [{ username: 'bob' }], paidPartnership: true } },
    },
    'a story of a video': {
      ...aDraft('', [{ type: 'video', url: video }]),
      options: { instagram: { format: 'story' } },
    },
    'a trial reel': {
      ...aDraft('A try', [{ type: 'video', url: video }]),
      options: { instagram: { format: 'trial_reel', audioName: 'Rain', collaborators: ['bob'] } },
    },
    'a trial reel that may reach followers': {
      ...aDraft('Another try', [{ type: 'video', url: video }]),
      options: { instagram: { format: 'trial_reel', trialGraduation: 'performance' } },
    },
    'a carousel of both kinds': {
      ...aDraft('Three things', [
        { type: 'image', url: image, altText: 'Boats' },
        { type: 'video', url: video },
        { type: 'image', url: anotherImage },
      ]),
      aiGenerated: true,
      options: {
        ...SHARED,
        instagram: {
          collaborators: ['bob'],
          userTags: [
            { username: 'bob', x: 0, y: 0.5 },
            { username: 'bob', x: 1, y: 1, mediaIndex: 2 },
          ],
          paidPartnership: true,
        },
      },
    },
  }),
  shows: {
    'an image with alt text, made by AI': {
      ...LABELLED,
      location: SHARED.locationId,
      notes: INVITED,
      media: [{ tags: [{ username: 'bob', x: 0.25, y: 1 }] }],
    },
    'a reel with a cover': {
      ...LABELLED,
      format: 'reel',
      isReelsOnly: true,
      location: SHARED.locationId,
      media: [{ tags: [{ username: 'bob', x: null, y: null }], hasCover: true }],
    },
    'a reel that begins later, without a caption': { format: 'reel', media: [{ thumbOffsetMs: 500 }] },
    'a story': {
      ...LABELLED,
      format: 'story',
      expiresAfterMinutes: 1_440,
      media: [{ tags: [{ username: 'bob', x: null, y: null }] }],
    },
    'a story of a video': { format: 'story', expiresAfterMinutes: 1_440 },
    'a trial reel': { format: 'trial_reel', audio: 'Rain', notes: INVITED },
    'a trial reel that may reach followers': {
      format: 'trial_reel',
      notes: ['Shown to followers once it does well'],
    },
    'a carousel of both kinds': {
      ...LABELLED,
      location: SHARED.locationId,
      notes: INVITED,
      media: [{ tags: [{ username: 'bob', x: 0, y: 0.5 }] }, {}, { tags: [{ username: 'bob', x: 1, y: 1 }] }],
    },
  },
  optionsElsewhere: ['firstComments'],
  counts: { views: 91, likes: 12, comments: 3, shares: 4, saves: 5 },
  edges: {
    exchange: { method: 'POST', path: '^/oauth/access_token$', run: 'exchange' },
    refresh: { method: 'GET', path: '^/refresh_access_token$', run: 'refresh' },
    profiles: { method: 'GET', path: '/me$', run: 'profiles' },
    container: { method: 'POST', path: '/media$', run: 'prepare' },
    video: { method: 'GET', path: '^/v[\\d.]+/\\d+$', run: 'prepare', draft: 'a reel with a cover' },
    publish: { method: 'POST', path: '/media_publish$', run: 'publish' },
    permalink: { method: 'GET', path: '^/v[\\d.]+/\\d+$', run: 'permalink' },
    comment: { method: 'POST', path: '/comments$', run: 'comment' },
    metrics: { method: 'GET', path: '/insights$', run: 'metrics' },
  },
  signedRequest: signedRequestOf('instagram'),
  errors: metaErrors('instagram'),
  errorsPage: errorsPageOf('instagram'),
  more: quirksOfInstagram,
});
