import { routesOf } from '@fanfare/contract';
import type { Mock } from '@fanfare/mock';
import type { Script, ServiceFault, WireAnswer, WireRequest, World } from '../implementation.ts';
import { readBody, readText } from '../read-body.ts';
import { sentBytes } from '../sent-bytes.ts';
import { walkPages } from '../walk-pages.ts';
import { mockHubs } from './mock-hubs.ts';
import { decideAtMock } from './mock-network-page.ts';

/** Webhooks are called at their addresses, also on this machine, as by the server. */
export const CALLS_WEBHOOKS = { deliver: 'fetch', allowedHosts: ['127.0.0.1'] } as const;

/** A mock as a world, wherever it runs: this file is also part of a page in Chromium. */
export function mockWorld(mock: Mock): World {
  return {
    baseUrl: mock.baseUrl,
    send: (request) => sendToMock(mock, request),
    project: async (plan) => mock.seed.project({ name: 'Suite', plan }),
    workspace: async ([first, ...others]) => {
      const one = mock.seed.project({ name: 'Suite', plan: first });
      const { workspaceId } = one;
      return [one, ...others.map((plan) => mock.seed.project({ name: 'Suite', plan, workspaceId }))];
    },
    keyring: async (scope) => {
      const { id, apiKey } = mock.seed.project({ name: 'Suite' });
      return { apiKey, second: mock.seed.key(id, scope) };
    },
    revokeKey: async (second) => mock.keys.revoke(second),
    walk: async (authUrl, consent, options) => {
      return walkPages(
        {
          ask: async ({ method, url, form }) => {
            const response = await mock.fetch(url, { method, ...(form && { body: form }) });
            return {
              status: response.status,
              location: response.headers.get('location'),
              text: await response.text(),
              cookies: [],
            };
          },
          decide: decideAtMock(consent),
          ageLink: (_, ms) => mock.clock.advance(ms),
          origins: new Set([mock.baseUrl]),
        },
        authUrl,
        options,
      );
    },
    ageLink: (_, ms) => mock.clock.advance(ms),
    async breakService(code) {
      breakMock(mock, code);
      return {
        apiKey: mock.seed.project().apiKey,
        send: (request) => sendToMock(mock, request),
        repair: async () => mock.faults.clear(),
      };
    },
    abandon: async ({ targets }, code) => {
      for (const { accountId, platform } of targets) {
        mock.networks[platform].failNext(code, { accountId });
      }
    },
    script: async ({ id, platform }, script) => scriptMock(mock.networks[platform], id, script),
    ...mockHubs({
      seedHub: async (hub) => void mock.seed.hub(hub),
      connectCode: async (code) => mock.hubs.connectCode(code),
      failHub: async (code, options) => mock.hubs.failNext(code, options),
    }),
    lapse: async ({ id }, how) => void mock.accounts[how === 'expired' ? 'expire' : 'revoke'](id),
    remove: async ({ id }) => mock.accounts.remove(id),
    now: async () => mock.clock.now().getTime(),
    pass: (ms) => mock.clock.advance(ms),
    file: (name) => `https://files.example.com/${name}`,
  };
}

/** Every route of the API answers so until the faults are cleared. */
export function breakMock({ faults }: Pick<Mock, 'faults'>, code: ServiceFault): void {
  for (const { name: route } of routesOf()) faults.add({ route, code, times: Number.POSITIVE_INFINITY });
}

function scriptMock(network: Mock['networks']['x'], accountId: string, script: Script): void {
  if ('slowMs' in script) {
    const slow = { publish: network.slowNext, comment: network.slowNextComment, repost: network.slowNextRepost };
    slow[script.of](script.slowMs, { accountId });
    return;
  }
  if ('warning' in script) {
    network.warnNext(script.warning, { accountId });
    return;
  }
  const fail = {
    publish: network.failNext,
    comment: network.failNextComment,
    repost: network.failNextRepost,
    unpublish: network.failNextUnpublish,
    metrics: network.failNextMetrics,
  };
  fail[script.of](script.code, { accountId, skip: script.skip ?? 0 });
}

/** Calls the core itself, which also takes what `Request` cannot carry: repeated header lines. */
export async function sendToMock(mock: Pick<Mock, 'answer' | 'baseUrl'>, asked: WireRequest): Promise<WireAnswer> {
  const { method, path, headers = [] } = asked;
  const bytes = sentBytes(asked);
  const { body: sent, ...init } = await mock.answer({
    method,
    url: new URL(mock.baseUrl + path),
    headerLines: (name) => headers.flatMap(([own, value]) => (own.toLowerCase() === name ? value.trim() : [])),
    headerBytes: headers.flat().reduce((sum, text) => sum + text.length + 2, path.length),
    readBody: bytes === undefined ? null : async () => bytes,
    signal: new AbortController().signal,
  });
  const response = new Response(sent, init);
  return {
    status: response.status,
    headers: response.headers,
    body: readBody(response.headers, await readText(response)),
  };
}
