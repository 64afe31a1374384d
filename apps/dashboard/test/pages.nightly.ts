import { test } from 'vitest';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { holdEveryPage, SCREENS } from './every-page.ts';

const dashboard = dashboardOfFile();

test('every page fits its screen, without findings of axe and without errors, on a desktop and on a phone', () =>
  holdEveryPage(dashboard, () => SCREENS));
