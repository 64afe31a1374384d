import { readFileSync } from 'node:fs';
import { describeConformance } from '@fanfare/network-conformance';
import { aDraft } from './a-draft.ts';
import { DOCUMENTED_ERRORS } from './documented-errors.ts';
import { lostStatuses } from './lost-statuses.ts';
import { startMastodonNetwork } from './mastodon-network.ts';

const STATUSES = '^/api/v1/statuses$';

describeConformance({
  name: 'mastodon',
  start: startMastodonNetwork,
  page: readFileSync(new URL('../mastodon.md', import.meta.url), 'utf8'),
  drafts: ({ image, anotherImage, video }) => ({
    plain: aDraft(
      'Fresh rye & butter from six <in the morning>.\n\nSee https://bakery.example.com/opening-hours/and/a/very/long/path #rye @ben@elsewhere.example',
    ),
    'an image with alt text': aDraft('A harbour', [
      { type: 'image', url: image, altText: 'Boats at dawn: “first light”' },
    ]),
    'two images and no text': aDraft('', [
      { type: 'image', url: image },
      { type: 'image', url: anotherImage, altText: 'A roastery' },
    ]),
    video: aDraft('A clip', [{ type: 'video', url: video, altText: 'A pot of coffee' }]),
  }),
  edges: {
    exchange: { method: 'POST', path: '^/oauth/token$', run: 'exchange' },
    profiles: { method: 'GET', path: '/verify_credentials$', run: 'profiles' },
    upload: { method: 'POST', path: '^/api/v2/media$', run: 'prepare', draft: 'an image with alt text' },
    look: { method: 'GET', path: '^/api/v1/media/', run: 'prepare', draft: 'video' },
    publish: { method: 'POST', path: STATUSES, run: 'publish' },
    comment: { method: 'POST', path: STATUSES, run: 'comment' },
    repost: { method: 'POST', path: '/reblog$', run: 'repost' },
    metrics: { method: 'GET', path: '^/api/v1/statuses/\\d+$', run: 'metrics' },
  },
  errors: DOCUMENTED_ERRORS,
  more: lostStatuses,
  // Links contain the server, whose port changes at each start: test/read-post-url.test.ts tests
  // them.
  links: () => ({ posts: [], others: ['https://mastodon.example/@ada/1', 'https://mastodon.example/about'] }),
});
