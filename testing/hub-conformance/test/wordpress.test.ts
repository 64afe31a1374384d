import { createWordpress } from '@fanfare/hub-wordpress';
import { describeDriver } from '../src/index.ts';
import { pageOf } from './page.ts';
import { sandboxHub } from './sandbox-hub.ts';

const REST = '^/wp-json/wp/v2';

describeDriver({
  name: 'wordpress',
  start: sandboxHub({
    role: 'wordpress',
    driver: createWordpress(),
    known: (api) => ({ api }),
    people: { able: 'alma', unable: 'cora' },
    spaces: { events: 'Events', members: 'Members', news: 'News' },
    options: {
      wordpress: {
        title: 'Harbour days & nights',
        excerpt: 'Boats, [fish] and music.',
        categories: ['events'],
        tags: ['boats', 'R&D'],
        featuredImage: 0,
        status: 'publish',
        slug: 'harbour-days',
      },
    },
  }),
  page: pageOf('wordpress'),
  repeatable: true,
  byteTypes: ['image/jpeg'],
  edges: {
    // A site whose first answer says nothing is looked for elsewhere.
    site: { method: 'GET', path: '^/wp-json/?$', run: 'connect' },
    connect: { method: 'GET', path: `${REST}/users/me$`, run: 'connect' },
    check: { method: 'GET', path: `${REST}/users/me$`, run: 'check' },
    spaces: { method: 'GET', path: `${REST}/categories$`, run: 'spaces' },
    'a look for an upload': { method: 'GET', path: `${REST}/media$`, run: 'prepare' },
    upload: { method: 'POST', path: `${REST}/media$`, run: 'prepare' },
    'an alternative text': { method: 'POST', path: `${REST}/media/\\d+$`, run: 'prepare' },
    'a tag': { method: 'POST', path: `${REST}/tags$`, run: 'prepare' },
    'a look for the draft': { method: 'GET', path: `${REST}/posts$`, run: 'prepare' },
    draft: { method: 'POST', path: `${REST}/posts$`, run: 'prepare' },
    publish: { method: 'POST', path: `${REST}/posts/\\d+$`, run: 'publish' },
    'deleting a draft': { method: 'DELETE', path: `${REST}/posts/\\d+$`, run: 'discard' },
    'deleting an upload': { method: 'DELETE', path: `${REST}/media/\\d+$`, run: 'discard' },
    metrics: { method: 'GET', path: `${REST}/comments$`, run: 'metrics' },
    'the id of the key': { method: 'GET', path: '/application-passwords/introspect$', run: 'deleteKey' },
    'deleting the key': { method: 'DELETE', path: '/application-passwords/[\\w-]+$', run: 'deleteKey' },
  },
});
