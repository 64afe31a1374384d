import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Consent, Implementation, World } from '../implementation.ts';
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
    async walk(authUrl, consent) {
      const pages = pagesOf(consent);
      if (!pages) {
        const origins = new Set([new URL(baseUrl).origin]);
        return walkPages({ ask: askByFetch, decide: decideAtMock(consent), origins }, authUrl);
      }
      const { redirectedTo } = await control('POST', '/connect', { authUrl, ...consent, pages });
      return { redirectedTo: typeof redirectedTo === 'string' ? new URL(redirectedTo) : null, page: null };
    },
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
    now: async () => Date.parse(String((await control('GET', '')).now)),
    pass: (ms) => sleep(ms),
    file: (name) => `https://files.example.com/${name}`,
  };
}

const pagesOf = (consent: Consent): { id: string; name: string }[] | null =>
  consent.outcome === 'approve' && consent.pages
    ? consent.pages.map((name, at) => ({ id: String(9_000_000 + at), name }))
    : null;
