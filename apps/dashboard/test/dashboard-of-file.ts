import { serviceOfFile } from '@fanfare/harness/service';
import { afterAll, beforeAll } from 'vitest';
import { type Dashboard, openDashboard, openDashboardOf } from './open-dashboard.ts';

type DashboardOfFile = Omit<Dashboard, 'close'>;

/** A dashboard with its own service for the tests of one file. */
export function dashboardOfFile(settings: Readonly<Record<string, string>> = {}): DashboardOfFile {
  return openedBy(() => openDashboard(settings));
}

/** A dashboard of the service that the files of this worker share. */
export function sharedDashboardOfFile(): DashboardOfFile {
  const service = serviceOfFile();
  return openedBy(() => openDashboardOf(service));
}

function openedBy(open: () => Promise<Dashboard>): DashboardOfFile {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await open();
  });
  afterAll(() => dashboard?.close());
  return {
    get service() {
      return dashboard.service;
    },
    get fanfare() {
      return dashboard.fanfare;
    },
    newPage: () => dashboard.newPage(),
    newGuest: () => dashboard.newGuest(),
  };
}
