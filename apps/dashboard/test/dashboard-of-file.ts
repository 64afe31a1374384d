import { afterAll, beforeAll } from 'vitest';
import { type Dashboard, openDashboard } from './open-dashboard.ts';

/** A dashboard for the tests of one file. */
export function dashboardOfFile(settings: Readonly<Record<string, string>> = {}): Omit<Dashboard, 'close'> {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await openDashboard(settings);
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
