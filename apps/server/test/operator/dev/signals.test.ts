import { test } from 'vitest';
import { interruptStart } from './interrupt-start.ts';
import { useDevFolder } from './use-dev-folder.ts';

const devFolder = useDevFolder();

// The first start of this file creates its database, which takes longer than any other step.
test('an interrupted start while the server starts stops what it started, and is not a failure', () =>
  interruptStart(devFolder, 'server'));
