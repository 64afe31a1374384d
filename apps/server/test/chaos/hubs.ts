import type { SandboxControl } from '../sandbox-control.ts';
import type { Random } from './random.ts';

/** The simulated hubs, one for each driver. */
export const HUBS = ['wordpress', 'micropub'] as const;

export type HubRole = (typeof HUBS)[number];

export const isHub = (network: string): network is HubRole => HUBS.some((role) => role === network);

/** Connects somebody new on a hub with a connect code, and returns the id of the account. */
export async function connectHub(
  sandbox: SandboxControl,
  given: { readonly baseUrl: string; readonly apiKey: string; readonly role: HubRole; readonly username: string },
): Promise<string> {
  const { baseUrl, apiKey, role, username } = given;
  await sandbox.addProfile('hub', { role, username, name: `Chaos ${username}` });
  const { code } = (await sandbox.control('hub', 'connect-code', { role, username })) as { code: string };
  const response = await fetch(`${baseUrl}/api/v1/accounts/connect-hub`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ hubUrl: `${sandbox.url}/hub/${role}`, connectCode: code }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`connecting a hub was refused with ${response.status}: ${text}`);
  return (JSON.parse(text) as { account: { id: string } }).account.id;
}

/** The calls that make a post on a hub public. */
const PUBLIC: Readonly<Record<HubRole, string>> = { wordpress: '^/wp-json/wp/v2/posts/\\d+$', micropub: '^/micropub$' };

const ROUND = 6;

/**
 * Loses `share` of the answers to public calls: two of three after the hub has published. Returns
 * how many were lost when it is stopped.
 */
export function loseAnswers(
  sandbox: SandboxControl,
  given: { readonly roles: readonly HubRole[]; readonly share: number; readonly random: Random },
): { stop(): Promise<number> } {
  const { roles, share, random } = given;
  let stopped = false;
  let injected = 0;
  const inject = async (role: HubRole): Promise<void> => {
    // Each fault sees only the requests that earlier faults let through.
    let skip = 0;
    for (let n = 0; n < ROUND; n++) {
      while (random.next() >= share) skip++;
      const action = random.pick(['drop_before', 'drop_after', 'drop_after'] as const);
      await sandbox.fail({ network: 'hub', role, method: 'POST', path: PUBLIC[role], action, skip });
      injected++;
    }
  };
  const refill = async (): Promise<void> => {
    while (!stopped) {
      const waiting = await sandbox.waitingFaults();
      for (const role of roles) if (!waiting.some(({ path }) => path === PUBLIC[role])) await inject(role);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  };
  const refilling = refill();
  refilling.catch(() => undefined);
  return {
    async stop() {
      stopped = true;
      await refilling;
      const left = (await sandbox.waitingFaults()).length;
      await sandbox.removeFaults();
      return injected - left;
    },
  };
}

export type Leftovers = { readonly drafts: number; readonly uploads: number };

type Contents = {
  readonly posts: readonly { readonly id: string; readonly status: string; readonly url: string }[];
  readonly media: readonly { readonly url: string }[];
};

/**
 * Returns what hubs keep of posts that are not public: drafts, and uploads that no public post
 * shows.
 */
export async function leftoversOf(sandbox: SandboxControl, roles: readonly HubRole[]): Promise<Leftovers> {
  const shown = new Set((await sandbox.posts('hub')).flatMap(({ media }) => media.map(({ url }) => url)));
  const all = await Promise.all(roles.map((role) => sandbox.control('hub', 'contents', { role }) as Promise<Contents>));
  return {
    drafts: all.flatMap(({ posts }) => posts).filter(({ status }) => status === 'draft').length,
    uploads: all.flatMap(({ media }) => media).filter(({ url }) => !shown.has(url)).length,
  };
}
