import { Secret } from '@fanfare/network';
import { type Conformance, describeConformance } from '@fanfare/network-conformance';
import { createLinkedin, LINKEDIN_DEFAULTS, LINKEDIN_PAGE_SCOPES, linkedinVersions } from '@fanfare/network-linkedin';
import { aDraft } from './a-draft.ts';
import { mentionsOfLinkedin, quirksOfLinkedin, resharesOfLinkedin } from './known-quirks/of-linkedin.ts';
import { linkedinErrors } from './linkedin-errors.ts';
import { errorsPageOf, pageOf } from './page.ts';
import { sandboxNetwork } from './sandbox-network.ts';

const VERSION = '202609';

const testNetworkWith = (controls: Readonly<Record<string, unknown>> = {}, moreScopes: readonly string[] = []) =>
  sandboxNetwork({
    network: 'linkedin',
    known: { version: VERSION },
    // Only partners get refresh tokens.
    controls: { app: { clientId: 'sandbox-linkedin-app', partner: true }, ...controls },
    adapter: ({ api = '', www = '' }) =>
      createLinkedin({
        ...LINKEDIN_DEFAULTS,
        scopes: [...LINKEDIN_PAGE_SCOPES, ...moreScopes],
        apiUrl: api,
        wwwUrl: www,
        versions: linkedinVersions({ wanted: [VERSION] }),
        clientId: 'sandbox-linkedin-app',
        clientSecret: new Secret('sandbox-linkedin-secret'),
      }),
  });

const linkedin: Omit<Conformance, 'name' | 'start'> = {
  page: pageOf('linkedin'),
  drafts: ({ image, anotherImage, video, cover, document = '', captions: url = '' }) => ({
    plain: aDraft('Release day (#1)'),
    'an image with alt text': aDraft('A harbour', [{ type: 'image', url: image, altText: 'Boats at dawn' }]),
    'two images': aDraft('Two things', [
      { type: 'image', url: image, altText: 'Boats' },
      { type: 'image', url: anotherImage },
    ]),
    'a link with a card': aDraft('Read https://blog.example.com/harbour'),
    'a link without a card': { ...aDraft('Read https://blog.example.com/harbour'), options: { link: 'none' } },
    'a text for connections': { ...aDraft('Among us'), options: { linkedin: { visibility: 'connections' } } },
    'a poll': {
      ...aDraft('Shall we?'),
      options: { poll: { question: 'Open on Sundays?', options: ['Yes', 'No'] } },
    },
    'a document': aDraft('The menu', [{ type: 'document', url: document, title: 'Menu (December)' }]),
    'a video with subtitles': {
      ...aDraft('A clip to read', [{ type: 'video', url: video }]),
      options: { captions: [{ url, language: 'en' }] },
    },
    'a video with a cover': aDraft('A clip', [{ type: 'video', url: video, coverUrl: cover }]),
  }),
  shows: {
    'a link with a card': { card: 'https://blog.example.com/harbour' },
    'a poll': { poll: { question: 'Open on Sundays?', minutes: 1_440 } },
    'a document': { media: [{ title: 'Menu (December)' }] },
    'a video with subtitles': { media: [{ captions: [{ language: 'en-US', name: 'en-US' }] }] },
    'a video with a cover': { media: [{ hasCover: true }] },
  },
  optionsElsewhere: ['quotePostId', 'firstComments'],
  counts: { likes: 12, comments: 3 },
  edges: {
    exchange: { method: 'POST', path: '^/oauth/v2/accessToken$', run: 'exchange' },
    refresh: { method: 'POST', path: '^/oauth/v2/accessToken$', run: 'refresh' },
    revoke: { method: 'POST', path: '^/oauth/v2/revoke$', run: 'revoke' },
    profiles: { method: 'GET', path: '^/v2/userinfo$', run: 'profiles' },
    upload: { method: 'PUT', path: '^/dms-uploads/', run: 'prepare', draft: 'an image with alt text' },
    finalize: { method: 'POST', path: '^/rest/videos$', run: 'prepare', draft: 'a video with a cover' },
    video: { method: 'GET', path: '^/rest/videos/', run: 'prepare', draft: 'a video with a cover' },
    publish: { method: 'POST', path: '^/rest/posts$', run: 'publish' },
    comment: { method: 'POST', path: '/comments$', run: 'comment' },
    unpublish: { method: 'DELETE', path: '^/rest/posts/', run: 'unpublish' },
    metrics: { method: 'GET', path: '^/rest/socialActions/[^/]+$', run: 'metrics' },
  },
};

describeConformance({
  ...linkedin,
  name: 'linkedin, a page',
  unused: ["Read a member's metrics, one call for each count"],
  start: testNetworkWith({}, ['r_organization_followers']),
  errors: linkedinErrors,
  errorsPage: errorsPageOf('linkedin'),
  more(fixture) {
    quirksOfLinkedin(fixture);
    resharesOfLinkedin(fixture, 'Harbour Coffee');
    mentionsOfLinkedin(fixture);
  },
  pick: (profiles) => profiles.find(({ platformUserId }) => platformUserId.startsWith('organization:')),
});

describeConformance({
  ...linkedin,
  name: 'linkedin, a member',
  // Members cannot see when an image or document is ready: the executor sends their post again
  // until it is.
  start: testNetworkWith({ processing: { ms: 0 } }, ['r_member_postAnalytics']),
  more: (fixture) => resharesOfLinkedin(fixture, 'Ada Park'),
  // Posts of a page are always public.
  shows: { ...linkedin.shows, 'a text for connections': { audience: 'Connections only' } },
  unreadable: ['publish', 'comment'],
  edges: {
    ...linkedin.edges,
    metrics: { method: 'GET', path: '^/rest/memberCreatorPostAnalytics$', run: 'metrics' },
  },
  unused: [
    'Find whom a post can mention, with `rw_organization_admin`',
    'Find which followers of a page its post can mention, with `r_organization_followers`',
    'Look whether an image of a page is processed, every 1 to 5 s, at most 90 s',
    'Look whether a document of a page is processed, every 2 to 5 s, at most 4 minutes',
    "Look for a page's post whose answer was lost",
    'Look for a comment whose answer was lost, at most 5 pages',
    'Read metrics, with a newer permission',
    'Read metrics, with an older permission',
  ],
});
