import { test } from 'vitest';
import { useKilledRepost } from './use-killed-repost.ts';

const killedRepost = useKilledRepost();

test('a server is killed between X’s execution and the answer: live once, billed once, nothing reserved', () =>
  killedRepost('delay_after', null));
