import { test } from 'vitest';
import { useDeadHub } from './use-dead-hub.ts';

const delayNothingElse = useDeadHub();

test('wordpress: 30 posts that are due on a hub that does not answer delay no due post on Threads or on another hub', () =>
  delayNothingElse('wordpress'));
