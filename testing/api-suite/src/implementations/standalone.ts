import { setTimeout as sleep } from 'node:timers/promises';
import { routesOf } from '@fanfare/contract';
import { startMock } from '@fanfare/harness/testing';
import { askOverHttp } from '../ask-over-http.ts';
import type { Implementation, Script, World } from '../implementation.ts';
import { sendHttp } from '../send-http.ts';
import { walkPages } from '../walk-pages.ts';
import { mockHubs } from './mock-hubs.ts';
import { decideAtMock } from './mock-network-page.ts';

/**
 * The standalone mock as a process, controlled over its control endpoints. Worlds share it, and its
 * clock runs in real time; a second one has a clock that tests move.
 */
export async function startStandalone(): Promise<Implementation> {
  const mock = await startMock(null);
  const world = standaloneWorld(mock.env.FANFARE_BASE_URL, (ms) => sleep(ms));
  let other: ReturnType<typeof startMock> | null = null;
  return {
    name: 'standalone',
    world: async () => world,
    async worldWithOwnClock() {
      other ??= startMock(null);
      return standaloneWorld((await other).env.FANFARE_BASE_URL, (ms, moveClock) => moveClock({ advanceMs: ms }));
    },
    async stop() {
      await other?.then(
        (started) => started.stop(),
        () => undefined,
      );
      await mock.stop();
    },
  };
}

/** Lets time pass, by its clock or by waiting. */
type Pass = (ms: number, moveClock: (move: { readonly advanceMs: number }) => Promise<void>) => Promise<void>;

function standaloneWorld(baseUrl: string, pass: Pass): World {
  const control = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const asked = { method, path: `/__mock${path}`, ...(body && { body: JSON.stringify(body) }) };
    const answer = await sendHttp(baseUrl, asked);
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body as Record<string, unknown>;
  };
  const moveClock = async (move: { readonly advanceMs: number }): Promise<void> =>
    void (await control('POST', '/clock', move));
  const ageLink = (_authUrl: string, advanceMs: number): Promise<void> => moveClock({ advanceMs });
  return {
    baseUrl,
    send: (request) => sendHttp(baseUrl, request),
    async project(plan) {
      const { project } = await control('POST', '/projects', { name: 'Suite', plan });
      return project as { apiKey: string };
    },
    async workspace([first, ...others]) {
      const create = async (seed: object): Promise<{ apiKey: string; workspaceId: string }> => {
        const { project } = await control('POST', '/projects', { name: 'Suite', ...seed });
        return project as { apiKey: string; workspaceId: string };
      };
      const one = await create({ plan: first });
      const { workspaceId } = one;
      return [one, ...(await Promise.all(others.map((plan) => create({ plan, workspaceId }))))];
    },
    async keyring(scope) {
      const { project } = await control('POST', '/projects', { name: 'Suite' });
      const { id, apiKey } = project as { id: string; apiKey: string };
      const { apiKey: second } = await control('POST', '/keys', { projectId: id, scope });
      return { apiKey, second: String(second) };
    },
    revokeKey: async (second) => void (await control('POST', '/keys/revoke', { apiKey: second })),
    async walk(authUrl, consent, options) {
      const origins = new Set([new URL(baseUrl).origin]);
      return walkPages({ ask: askOverHttp, decide: decideAtMock(consent), ageLink, origins }, authUrl, options);
    },
    ageLink,
    async breakService(code) {
      const { project } = await control('POST', '/projects', { name: 'Suite' });
      const repair = async (): Promise<void> => void (await control('DELETE', '/faults'));
      try {
        for (const { name: route } of routesOf()) await control('POST', '/faults', { route, code, times: 0 });
      } catch (error) {
        await repair();
        throw error;
      }
      const { apiKey } = project as { apiKey: string };
      return { apiKey, send: (request) => sendHttp(baseUrl, request), repair };
    },
    async abandon({ targets }, code) {
      for (const { accountId, platform } of targets)
        await control('POST', '/networks', { platform, accountId, fail: 'publish', code });
    },
    async script({ id: accountId, platform }, script) {
      await control('POST', '/networks', { platform, accountId, ...networkScript(script) });
    },
    ...mockHubs({
      seedHub: async (hub) => void (await control('POST', '/hubs', hub)),
      connectCode: async (code) => String((await control('POST', '/hubs/connect-code', code)).connectCode),
      failHub: async (code, { times = 1, ...options }) =>
        void (await control('POST', '/hubs/fail', { code, ...options, times: Number.isFinite(times) ? times : 0 })),
    }),
    lapse: async ({ id }, how) =>
      void (await control('POST', `/accounts/${id}/${how === 'expired' ? 'expire' : 'revoke'}`)),
    remove: async ({ id }) => void (await control('POST', `/accounts/${id}/remove`)),
    now: async () => Date.parse(String((await control('GET', '')).now)),
    pass: (ms) => pass(ms, moveClock),
    file: (name) => `https://files.example.com/${name}`,
  };
}

/** A script in the words of `POST /__mock/networks`. */
function networkScript(script: Script): object {
  if ('warning' in script) return { warn: script.warning };
  const { of, ...what } = script;
  return 'slowMs' in what ? { slow: of, ...what } : { fail: of, ...what };
}
