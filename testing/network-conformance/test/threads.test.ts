import { Secret } from '@fanfare/network';
import { describeConformance } from '@fanfare/network-conformance';
import { createThreads, THREADS_DEFAULTS } from '@fanfare/network-threads';
import { aDraft } from './a-draft.ts';
import { quirksOfThreads } from './known-quirks/of-threads.ts';
import { metaErrors } from './meta-errors.ts';
import { errorsPageOf, pageOf } from './page.ts';
import { sandboxNetwork } from './sandbox-network.ts';
import { signedRequestOf } from './signed-request-of.ts';

const blurred = { spoilerMedia: true, topicTag: 'Harbours', allowedCountries: ['DE'] };
const seenBlurred = { cover: 'Spoiler', topic: 'Harbours', audience: 'Shown in DE only' };
const APPROVED = 'The author approves replies';

describeConformance({
  name: 'threads',
  start: sandboxNetwork({
    network: 'threads',
    adapter: ({ www = '', graph = '' }) =>
      createThreads({
        ...THREADS_DEFAULTS,
        wwwUrl: www,
        graphUrl: graph,
        clientId: 'sandbox-threads-app',
        clientSecret: new Secret('sandbox-threads-secret'),
      }),
  }),
  page: pageOf('threads'),
  drafts: ({ image, anotherImage, video }) => ({
    plain: aDraft('Release day'),
    'a poll': { ...aDraft('Shall we?'), options: { poll: { options: ['Yes', 'No', 'Later'] } } },
    'a text with a topic and a link': {
      ...aDraft('Release day'),
      options: { threads: { topicTag: 'Design', linkAttachment: 'https://fanfare.example', replyApprovals: true } },
    },
    'a text with a GIF': { ...aDraft('Hurray'), options: { threads: { gifId: 'l0MYt5jPR6QX5pnqM' } } },
    'a text for 24 hours': {
      ...aDraft('Until tomorrow'),
      options: { threads: { ghost: true, spoilers: ['tomorrow'] } },
    },
    'a text with a longer one, for some countries': {
      ...aDraft('Grüße'),
      options: {
        threads: {
          textAttachment: { content: 'Open on Sundays', styled: [{ part: 'Sundays', styles: ['bold'] }] },
          allowedCountries: ['DE', 'AT'],
        },
      },
    },
    'a text for followers to reply to': { ...aDraft('Release day'), options: { replyControl: 'followers' } },
    'an image with alt text': {
      ...aDraft('A harbour', [{ type: 'image', url: image, altText: 'Boats at dawn' }]),
      options: { replyControl: 'mentioned', threads: { ...blurred, spoilers: ['harbour'], replyApprovals: true } },
    },
    'a video with text': {
      ...aDraft('A clip', [{ type: 'video', url: video }]),
      options: { replyControl: 'following', threads: { ...blurred, spoilers: ['clip'], replyApprovals: true } },
    },
    'a video without text': aDraft('', [{ type: 'video', url: video }]),
    'a carousel of both kinds': {
      ...aDraft('Three things', [
        { type: 'image', url: image, altText: 'Boats' },
        { type: 'video', url: video },
        { type: 'image', url: anotherImage },
      ]),
      options: { replyControl: 'everyone', threads: { ...blurred, spoilers: ['Three'], replyApprovals: true } },
    },
  }),
  shows: {
    'a poll': { poll: { minutes: 1_440 } },
    'a text with a topic and a link': { topic: 'Design', card: 'https://fanfare.example', notes: [APPROVED] },
    'a text with a GIF': { gif: { provider: 'GIPHY', id: 'l0MYt5jPR6QX5pnqM' } },
    'a text for 24 hours': {
      format: 'ghost',
      expiresAfterMinutes: 1_440,
      pieces: [
        { kind: 'text', text: 'Until ' },
        { kind: 'spoiler', text: 'tomorrow' },
      ],
    },
    'a text with a longer one, for some countries': {
      audience: 'Shown in DE, AT only',
      attachedText: {
        pieces: [
          { text: 'Open on ', styles: [] },
          { text: 'Sundays', styles: ['bold'] },
        ],
        link: null,
      },
    },
    'a text for followers to reply to': { notes: ['Followers can reply'] },
    'an image with alt text': {
      ...seenBlurred,
      notes: ['Profiles mentioned can reply', APPROVED],
      pieces: [
        { kind: 'text', text: 'A ' },
        { kind: 'spoiler', text: 'harbour' },
      ],
    },
    'a video with text': {
      ...seenBlurred,
      notes: ['Profiles the author follows can reply', APPROVED],
      pieces: [
        { kind: 'text', text: 'A ' },
        { kind: 'spoiler', text: 'clip' },
      ],
    },
    'a carousel of both kinds': {
      ...seenBlurred,
      notes: [APPROVED],
      pieces: [
        { kind: 'spoiler', text: 'Three' },
        { kind: 'text', text: ' things' },
      ],
    },
  },
  optionsElsewhere: ['quotePostId', 'thread', 'firstComments'],
  answers: ['plain', 'an image with alt text', 'a video with text', 'a carousel of both kinds'],
  counts: { views: 91, likes: 12, comments: 3, shares: 4 },
  edges: {
    exchange: { method: 'POST', path: '^/oauth/access_token$', run: 'exchange' },
    refresh: { method: 'GET', path: '^/refresh_access_token$', run: 'refresh' },
    profiles: { method: 'GET', path: '/me$', run: 'profiles' },
    container: { method: 'POST', path: '/threads$', run: 'prepare' },
    reply: { method: 'POST', path: '/threads$', run: 'prepare-comment' },
    video: { method: 'GET', path: '^/v1.0/\\d+$', run: 'prepare', draft: 'a video without text' },
    publish: { method: 'POST', path: '/threads_publish$', run: 'publish' },
    permalink: { method: 'GET', path: '^/v1.0/\\d+$', run: 'permalink' },
    comment: { method: 'POST', path: '/threads_publish$', run: 'comment' },
    unpublish: { method: 'DELETE', path: '^/v1.0/\\d+$', run: 'unpublish' },
    metrics: { method: 'GET', path: '/insights$', run: 'metrics' },
  },
  signedRequest: signedRequestOf('threads'),
  errors: metaErrors('threads'),
  errorsPage: errorsPageOf('threads'),
  more: quirksOfThreads,
});
