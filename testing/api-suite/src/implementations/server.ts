import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '@fanfare/contract';
import { askOverHttp } from '../ask-over-http.ts';
import type { Consent, Declinable, Implementation, Script, World } from '../implementation.ts';
import { sendHttp } from '../send-http.ts';
import { walkPages } from '../walk-pages.ts';
import { type Sandbox, sandboxHubs } from './sandbox-hubs.ts';
import { sandboxScript, warnScript } from './sandbox-script.ts';
import { serverInside } from './server-inside.ts';
import type { Service } from './start-service.ts';

/**
 * The real server over HTTP, with the sandbox as its networks. Worlds share it: projects and people
 * of the sandbox are never used twice.
 */
export function serverOf(service: Service, stop: () => Promise<void>): Implementation {
  return { name: 'server', world: async () => serverWorld(service), stop };
}

/**
 * One world of the service: only the time that its own statement lets pass counts for the answers
 * it slows down.
 */
export function serverWorld(service: Service): World {
  const { baseUrl, sandboxUrl, newProject, newWorkspace, keyring, revokeKey, ageLink, other, abandon } = service;
  const sandbox: Sandbox = async (path, body) => {
    const answer = await sendHttp(sandboxUrl, {
      method: 'POST',
      path: `/__sandbox${path}`,
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify(body),
    });
    if (answer.status >= 300) throw new Error(`${path} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const people = new Map<string, Promise<unknown>>();
  const makePerson = (platform: string, consent: Consent): Promise<unknown> => {
    if (consent.outcome === 'deny') return Promise.resolve();
    const { username } = consent;
    const pages = consent.outcome === 'approve' ? (consent.pages ?? []) : [];
    const known = people.get(`${platform} ${username}`);
    if (known) return known;
    const more =
      platform === 'linkedin' && pages.length > 0 ? { pages: pages.map((name) => ({ username: name, name })) } : {};
    const kind = consent.outcome === 'account_not_eligible' ? { kind: 'PERSONAL' } : {};
    const made = sandbox(`/${platform}/profiles`, { username, name: username, ...more, ...kind }).then(() =>
      Promise.all(pages.map(makeFollower)),
    );
    people.set(`${platform} ${username}`, made);
    return made;
  };
  /** One of the people who follow every page of the mock. */
  const makeFollower = (page: string) =>
    sandbox('/linkedin/profiles', {
      ...{ username: `${page}-ben`, name: 'Ben Okafor', headline: 'Roaster' },
      follows: [page],
    });

  /** The delays of answers to a repost or a comment that a network holds back. */
  const slowAnswers: number[] = [];
  return {
    baseUrl,
    send: (request) => sendHttp(baseUrl, request),
    project: async (plan) => ({ apiKey: await newProject(plan) }),
    workspace: async (plans) => (await newWorkspace(plans)).map((apiKey) => ({ apiKey })),
    keyring,
    revokeKey,
    ageLink,
    async walk(authUrl, consent, options) {
      const decide = async (url: URL): Promise<{ method: 'GET'; url: URL } | null> => {
        if (consent.outcome === 'exchange_failed' && url.href.startsWith(baseUrl))
          return { method: 'GET', url: withOtherCode(url) };
        if (!url.href.startsWith(sandboxUrl) || !url.searchParams.has('client_id')) return null;
        const [, platform = ''] = url.pathname.split('/');
        await makePerson(platform, consent);
        if (consent.outcome === 'network_unavailable') await failProfile(sandbox, platform, consent.username);
        return { method: 'GET', url: decided(url, consent) };
      };
      const origins = new Set([new URL(baseUrl).origin, new URL(sandboxUrl).origin]);
      return walkPages({ ask: askOverHttp, decide, ageLink, origins }, authUrl, options);
    },
    async breakService(code) {
      const broken = await other();
      const apiKey = await broken.newProject('self_hosted');
      const repair = await broken.breakBy(code, apiKey);
      return { apiKey, send: (request) => sendHttp(broken.baseUrl, request), repair };
    },
    abandon: ({ id }, how) => abandon(id, how),
    async script(account, script) {
      await scriptSandbox(sandbox, account, script);
      if ('slowMs' in script && script.of !== 'publish') slowAnswers.push(script.slowMs);
    },
    ...sandboxHubs(sandboxUrl, sandbox),
    async lapse({ platform, username, hub }, how) {
      if (hub) {
        // On Micropub an account is called by the address of its person.
        await sandbox('/hub/revoke-token', { role: hub.type, username: username.split('/').at(-1) });
        return;
      }
      const refresh = platform === 'x' || platform === 'linkedin' ? { refresh: true } : {};
      if (how === 'expired') await sandbox(`/${platform}/expire-tokens`, { username, ...refresh });
      else await sandbox(`/${platform}/revoke-token`, { username });
    },
    async remove({ platform, username, platformUserId }, how) {
      if (how === 'operator') await service.command('remove', platform, platformUserId);
      else await sandbox(`/${platform}/${how}`, { username });
    },
    now: async () => Date.now(),
    async pass(ms) {
      await sleep(ms);
      // Only time that a statement lets pass counts, not what the machine needs meanwhile.
      const waiting = slowAnswers.splice(0).map((leftMs) => leftMs - ms);
      slowAnswers.push(...waiting.filter((leftMs) => leftMs > 0));
      if (slowAnswers.length < waiting.length) await sandbox('/release', {});
    },
    file: (name) => `${sandboxUrl}/__sandbox/samples/${name}`,
    inside: serverInside(service, serverWorld),
  };
}

async function scriptSandbox(
  sandbox: Sandbox,
  { platform, username, platformUserId }: Account,
  script: Script,
): Promise<void> {
  if ('slowMs' in script && script.of !== 'publish') {
    const path = script.of === 'repost' ? `/users/${platformUserId}/retweets$` : '^/rest/socialActions/[^/]+/comments$';
    await sandbox('/faults', {
      network: platform,
      method: 'POST',
      path,
      action: 'delay_after',
      delayMs: 600_000,
    });
    return;
  }
  if ('slowMs' in script) {
    await sandbox(`/${platform}/processing`, { username, ms: script.slowMs });
    return;
  }
  if (platform === 'hub') throw new RangeError('The hubs of the sandbox have no scripts for publishing.');
  const call =
    'warning' in script ? warnScript(platform, username, script.warning) : sandboxScript(platform, username, script);
  if (call === null) return;
  const { control, body } = call;
  await sandbox(control === 'faults' ? '/faults' : `/${platform}/${control}`, body);
}

/** The consent page's own short cut for scripts. */
function decided(consentPage: URL, consent: Consent): URL {
  const url = new URL(consentPage);
  url.searchParams.set('sandbox_profile', consent.outcome === 'deny' ? 'ada' : consent.username);
  url.searchParams.set('sandbox_decision', consent.outcome === 'deny' ? 'deny' : 'allow');
  const [, platform = ''] = url.pathname.split('/');
  if (consent.outcome === 'permissions_missing') url.searchParams.set('sandbox_scopes', NO_PUBLISHING[platform] ?? '');
  if (consent.outcome === 'approve' && consent.without) {
    const declined = consent.without.map((permission) => SCOPES[platform]?.[permission]);
    const asked = (url.searchParams.get('scope') ?? '').split(/[ ,]+/);
    url.searchParams.set('sandbox_scopes', asked.filter((scope) => !declined.includes(scope)).join(','));
  }
  return url;
}

/** The permissions of each network that only show who the user is. */
const NO_PUBLISHING: Readonly<Record<string, string>> = {
  instagram: 'instagram_business_basic',
  threads: 'threads_basic',
  x: 'users.read,tweet.read,offline.access',
  linkedin: 'openid,profile',
};

/**
 * The permission each rests on, where users choose. Source: Meta, Instagram and Threads
 * permissions, checked 2026-11.
 */
const SCOPES: Readonly<Record<string, Readonly<Record<Declinable, string>>>> = {
  instagram: { firstComments: 'instagram_business_manage_comments', metrics: 'instagram_business_manage_insights' },
  threads: { firstComments: 'threads_manage_replies', metrics: 'threads_manage_insights' },
};

/** A code that the network never gave out. */
function withOtherCode(callback: URL): URL {
  const url = new URL(callback);
  url.searchParams.set('code', 'never-given-out');
  return url;
}

/** The network is out of order whenever it is asked who this person is. */
async function failProfile(sandbox: Sandbox, platform: string, username: string): Promise<unknown> {
  switch (platform) {
    case 'instagram':
    case 'threads':
      // Meta, Graph API error handling, checked 2026-10: code 2 is a temporary failure of the
      // service.
      return sandbox(`/${platform}/api-error`, { username, operation: 'read_profile', code: 2, times: 10 });
    case 'x':
      return sandbox('/x/rate-limit', { username, endpoint: 'GET /2/users/me', remaining: 0, resetSeconds: 900 });
    default:
      throw new RangeError(`The sandbox's ${platform} cannot be brought to be away for one person.`);
  }
}
