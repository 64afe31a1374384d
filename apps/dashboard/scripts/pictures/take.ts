import { tmpdir } from 'node:os';
import path from 'node:path';
import { startMailServer } from '../../test/mail-server.ts';
import { type Dashboard, openDashboard } from '../../test/open-dashboard.ts';
import { type FilledProject, fillProject } from '../fill-project.ts';
import { type Camera, openCamera } from './camera.ts';
import { takeComposer } from './composer.ts';
import { takeConnecting } from './connecting.ts';
import { takeDialogs } from './dialogs.ts';
import { takeEmptyPages, takePages } from './pages.ts';
import { takeSigningIn } from './signing-in.ts';
import { takeWaitingAndFailing } from './waiting-and-failing.ts';

/**
 * Takes a picture of every page, and of what opens on it, at two widths in light and dark, and prints what axe finds on each:
 * `pnpm --filter @fanfare/dashboard pictures [folder] [series …]`.
 */
const [folder = path.join(tmpdir(), 'fanfare-pictures'), ...wanted] = process.argv.slice(2);
const isWanted = (series: string): boolean => wanted.length === 0 || wanted.includes(series);

type Take = (camera: Camera, dashboard: Dashboard, filled: FilledProject) => Promise<void>;
const SERIES: Readonly<Record<string, Take>> = {
  pages: takePages,
  composer: takeComposer,
  dialogs: takeDialogs,
  'waiting-and-failing': takeWaitingAndFailing,
  connecting: takeConnecting,
};

const camera = openCamera(path.resolve(folder));

async function takeOfSigningIn(): Promise<void> {
  const mails = await startMailServer();
  const dashboard = await openDashboard({ SMTP_URL: mails.url, MAIL_FROM: 'fanfare@example.com', SIGN_UP: 'open' });
  try {
    await takeSigningIn(camera, dashboard, mails);
  } finally {
    await dashboard.close();
  }
}

async function takeOfProject(): Promise<void> {
  const dashboard = await openDashboard({ SIGN_UP: 'open' });
  try {
    if (isWanted('empty')) await takeEmptyPages(camera, dashboard);
    const filled = await fillProject(dashboard);
    for (const [series, take] of Object.entries(SERIES)) if (isWanted(series)) await take(camera, dashboard, filled);
  } finally {
    await dashboard.close();
  }
}

try {
  if (isWanted('signing-in')) await takeOfSigningIn();
  await takeOfProject();
} finally {
  camera.finish();
}
