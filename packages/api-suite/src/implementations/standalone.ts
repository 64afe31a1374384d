import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Implementation, World } from '../implementation.ts';
import { sendHttp } from '../send-http.ts';
import { askByFetch, walkPages } from '../walk-pages.ts';
import { decideAtMock } from './mock-network-page.ts';

const BIN = fileURLToPath(new URL('../../../mock/src/server/bin.ts', import.meta.url));

/** The standalone mock as a process, steered by its control endpoints. Worlds share it, and its clock runs as everybody's. */
export async function startStandalone(): Promise<Implementation> {
  const child = spawn(process.execPath, [BIN, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const { value: first = '' } = await lines.next();
  const [, baseUrl] = /^Fanfare mock on (\S+)$/.exec(first) ?? [];
  if (baseUrl === undefined) throw new Error(`The standalone mock said: ${first}`);
  const world = standaloneWorld(baseUrl);
  return {
    name: 'standalone',
    world: async () => world,
    async stop() {
      child.kill();
      await exited;
    },
  };
}

function standaloneWorld(baseUrl: string): World {
  const control = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${baseUrl}/__mock${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  };
  return {
    baseUrl,
    send: (request) => sendHttp(baseUrl, request),
    async project(plan) {
      const { project } = await control('POST', '/projects', { name: 'Suite', plan });
      return project as { apiKey: string };
    },
    async keyring() {
      const { project } = await control('POST', '/projects', { name: 'Suite' });
      const { id, apiKey } = project as { id: string; apiKey: string };
      const { apiKey: second } = await control('POST', '/keys', { projectId: id });
      return { apiKey, second: String(second) };
    },
    revokeKey: async (second) => void (await control('POST', '/keys/revoke', { apiKey: second })),
    async walk(authUrl, consent, options) {
      const origins = new Set([new URL(baseUrl).origin]);
      return walkPages({ ask: askByFetch, decide: decideAtMock(consent), origins }, authUrl, options);
    },
    ageLink: async (_, ms) => void (await control('POST', '/clock', { advanceMs: ms })),
    async script({ id: accountId, platform }, script) {
      const { of, ...what } = script;
      await control('POST', '/networks', {
        platform,
        accountId,
        ...('slowMs' in what ? what : { fail: of, ...what }),
      });
    },
    lapse: async ({ id }, how) =>
      void (await control('POST', `/accounts/${id}/${how === 'expired' ? 'expire' : 'revoke'}`)),
    remove: async ({ id }) => void (await control('POST', `/accounts/${id}/remove`)),
    now: async () => Date.parse(String((await control('GET', '')).now)),
    pass: (ms) => sleep(ms),
    file: (name) => `https://files.example.com/${name}`,
  };
}
