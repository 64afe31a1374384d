import { createMicropub } from '@fanfare/hub-micropub';
import { describeDriver } from '../src/index.ts';
import { pageOf } from './page.ts';
import { sandboxHub } from './sandbox-hub.ts';

describeDriver({
  name: 'micropub',
  start: sandboxHub({
    role: 'micropub',
    driver: createMicropub(),
    known: (web) => ({ web, api: `${web}/micropub` }),
    people: { able: 'ann', unable: 'rita' },
    spaces: { events: 'Events', news: 'News', photos: 'Photos' },
    options: { micropub: { categories: ['boats'], syndicateTo: ['https://social.example/@tidepool'] } },
  }),
  page: pageOf('micropub'),
  losesUploads: true,
  edges: {
    'the home page': { method: 'GET', path: '^/?$', run: 'connect' },
    connect: { method: 'GET', path: '^/micropub$', run: 'connect' },
    check: { method: 'GET', path: '^/micropub$', run: 'check' },
    spaces: { method: 'GET', path: '^/micropub$', run: 'spaces' },
    'the configuration before an upload': { method: 'GET', path: '^/micropub$', run: 'prepare' },
    upload: { method: 'POST', path: '^/media$', run: 'prepare' },
    // The protocol says nothing about the answer.
    'deleting an upload': { method: 'POST', path: '^/media$', run: 'discard', optional: true },
    publish: { method: 'POST', path: '^/micropub$', run: 'publish' },
  },
  unused: [
    'Find the user on servers without metadata',
    'Look at older posts, while those before are newer than the call',
  ],
});
