import { test } from 'vitest';
import { useKilledRepost } from './use-killed-repost.ts';

const killedRepost = useKilledRepost();

test('a server is killed before X has executed it: live once, billed once, nothing reserved', () =>
  killedRepost('delay', undefined));
