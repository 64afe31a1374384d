import { test } from 'vitest';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { holdEveryEntry, SCREENS } from './every-entry.ts';

const dashboard = dashboardOfFile();

test('every entry of the navigation leads from every page to its own, on a desktop and on a phone', () =>
  holdEveryEntry(dashboard, () => SCREENS));
