import { test } from 'vitest';
import { killPart } from './kill-part.ts';
import { useDevFolder } from './use-dev-folder.ts';

const devFolder = useDevFolder();

test('kill -9 of the server: the command reports it and stops the rest', () =>
  killPart(devFolder, 'server', 'The server ended by itself with signal SIGKILL.'));
