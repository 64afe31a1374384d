import { createMock, type Mock, SCENARIO_NAMES, type ScenarioName } from '@fanfare/mock';
import { mswHandlers } from '@fanfare/mock/msw';
import { setupWorker } from 'msw/browser';
import type { Draft } from '../draft.ts';
import { asBackEnd } from './as-back-end.ts';
import harbour from './harbour.jpg';

declare global {
  interface Window {
    /** For the console: `mock.networks.x.failNext('rate_limited')`. */
    mock: Mock;
  }
}

/** Answers /api/fanfare from memory, in the scenario of `?scenario=`. */
export async function startMock() {
  const { origin, host, search } = window.location;
  const mock = createMock({
    baseUrl: `${origin}/api/fanfare`,
    now: new Date().toISOString(),
    clock: 'running',
    allowedHosts: [host],
  });
  const asked = new URLSearchParams(search).get('scenario');
  const first: ScenarioName = SCENARIO_NAMES.find((name) => name === asked) ?? 'everything-works';
  mock.scenario(first);
  window.mock = mock;
  await setupWorker(...mswHandlers(asBackEnd(mock))).start({ quiet: true, onUnhandledFrame: 'bypass' });

  /** A worker sees no pages: here the user always agrees, and is back at once. */
  const openPage = (authUrl: string): void => {
    window.history.pushState(null, '', mock.connect.approve(authUrl));
    window.dispatchEvent(new PopStateEvent('popstate'));
  };
  const example: Partial<Draft> = {
    content: 'First light at the harbour, and the first coffee at seven. Come by.',
    imageUrl: `${origin}${harbour}`,
    altText: 'Sailing boats and a lighthouse at sunrise',
  };
  return { mock, first, openPage, example };
}
