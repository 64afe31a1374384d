import { openDatabase } from '../../db/database.ts';
import { ids } from '../../process/ids.ts';
import { connectHubByCode } from './connect-hub-by-code.ts';
import { connectThroughPages } from './connect-through-pages.ts';
import { type DevKeys, devProjects } from './dev-projects.ts';
import type { DevState } from './dev-state.ts';
import { pointWebhook } from './point-webhook.ts';
import { registerCallbacks } from './register-callbacks.ts';

const NETWORKS = ['instagram', 'threads', 'x', 'linkedin'];
/** Profile of the development project on every network of the sandbox. */
const PROFILE = 'ada';

/** Creates or keeps the development projects, and connects the accounts and webhook of the first. */
export async function setUpProject(at: {
  readonly baseUrl: string;
  readonly sandboxUrl: string;
  readonly databaseUrl: string;
  /** State of the last start. */
  readonly last: Partial<DevState>;
  /** Throws when a stop was requested. */
  readonly proceed: () => void;
}): Promise<DevKeys & Pick<DevState, 'webhook' | 'accounts'>> {
  const { baseUrl, sandboxUrl, last } = at;
  await registerCallbacks(sandboxUrl, baseUrl);
  const keys = await openProjects(at.databaseUrl, last);
  at.proceed();
  // Before the accounts, so that it hears of their connection.
  const webhook = await pointWebhook({ baseUrl, apiKey: keys.apiKey, sandboxUrl }, last.webhook ?? null);
  // The sandbox loses its tokens when it stops, so each start connects again; ids stay.
  const accounts = await Promise.all(
    NETWORKS.map(async (platform) => {
      const { accountId } = await connectThroughPages({ baseUrl, apiKey: keys.apiKey, platform, profile: PROFILE });
      return [platform, accountId] as const;
    }),
  );
  const hub = await connectHubByCode({ baseUrl, apiKey: keys.apiKey, sandboxUrl });
  return { ...keys, webhook, accounts: { ...Object.fromEntries(accounts), hub: hub.accountId } };
}

async function openProjects(databaseUrl: string, last: Partial<DevKeys>): Promise<DevKeys> {
  const db = openDatabase({ url: databaseUrl, maxConnections: 3, onError: () => undefined });
  try {
    return await devProjects({ db, ids }, last);
  } finally {
    await db.close();
  }
}
