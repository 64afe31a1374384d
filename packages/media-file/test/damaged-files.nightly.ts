import { test } from 'vitest';
import { expectChangedFilesAreRead, expectCutsAreSeen } from './damaged-files.ts';

test('a picture that is cut says so, wherever it is cut', () => expectCutsAreSeen(1));

test('hostile files, changed at random, are read without an error', () => expectChangedFilesAreRead(20_000));
