import { Secret } from '@fanfare/network';
import { type Conformance, describeConformance } from '@fanfare/network-conformance';
import { createLinkedin, LINKEDIN_DEFAULTS, linkedinVersions } from '@fanfare/network-linkedin';
import { aDraft } from './a-draft.ts';
import { pageOf } from './page.ts';
import { sandboxRig } from './sandbox-rig.ts';

const VERSION = '202609';

const linkedin: Omit<Conformance, 'name'> = {
  start: sandboxRig({
    network: 'linkedin',
    known: { version: VERSION },
    // Only partners get refresh tokens.
    controls: { app: { clientId: 'sandbox-linkedin-app', partner: true } },
    adapter: ({ api = '', www = '' }) =>
      createLinkedin({
        ...LINKEDIN_DEFAULTS,
        apiUrl: api,
        wwwUrl: www,
        versions: linkedinVersions({ wanted: [VERSION] }),
        clientId: 'sandbox-linkedin-app',
        clientSecret: new Secret('sandbox-linkedin-secret'),
      }),
  }),
  page: pageOf('linkedin'),
  drafts: ({ image, anotherImage, video, cover }) => ({
    plain: aDraft('Release day (#1)'),
    'an image with alt text': aDraft('A harbour', [{ type: 'image', url: image, altText: 'Boats at dawn' }]),
    'two images': aDraft('Two things', [
      { type: 'image', url: image, altText: 'Boats' },
      { type: 'image', url: anotherImage },
    ]),
    'a video with a cover': aDraft('A clip', [{ type: 'video', url: video, coverUrl: cover }]),
  }),
  edges: {
    exchange: { method: 'POST', path: '^/oauth/v2/accessToken$', run: 'exchange' },
    refresh: { method: 'POST', path: '^/oauth/v2/accessToken$', run: 'refresh' },
    profiles: { method: 'GET', path: '^/v2/userinfo$', run: 'profiles' },
    publish: { method: 'POST', path: '^/rest/posts$', run: 'publish' },
    comment: { method: 'POST', path: '/comments$', run: 'comment' },
    metrics: { method: 'GET', path: '^/rest/socialActions/[^/]+$', run: 'metrics' },
  },
};

describeConformance({
  ...linkedin,
  name: 'linkedin, a page',
  pick: (profiles) => profiles.find(({ platformUserId }) => platformUserId.startsWith('organization:')),
});

describeConformance({
  ...linkedin,
  name: 'linkedin, a member',
  unreadable: ['publish', 'comment', 'metrics'],
});
