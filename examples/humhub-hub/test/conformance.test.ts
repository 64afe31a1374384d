import { readFileSync } from 'node:fs';
import { describeDriver } from '@fanfare/hub-conformance';
import { startHumhub } from './humhub-test-hub.ts';

describeDriver({
  name: 'humhub',
  start: startHumhub,
  page: readFileSync(new URL('../humhub.md', import.meta.url), 'utf8'),
  // A hidden post whose answer was lost stays where nobody sees it.
  losesUploads: true,
  edges: {
    connect: { method: 'GET', path: '/auth/current$', run: 'connect' },
    check: { method: 'GET', path: '/auth/current$', run: 'check' },
    spaces: { method: 'GET', path: '/space$', run: 'spaces' },
    'the hidden post': { method: 'POST', path: '/post/container/\\d+$', run: 'prepare' },
    upload: { method: 'POST', path: '/upload-files$', run: 'prepare' },
    'the message': { method: 'PUT', path: '/post/\\d+$', run: 'prepare' },
    publish: { method: 'PUT', path: '/post/\\d+$', run: 'publish' },
    metrics: { method: 'GET', path: '/post/\\d+$', run: 'metrics' },
  },
});
