import { controlSandbox } from './connecting.ts';
import type { KindNetwork } from './kinds.ts';
import type { Dashboard } from './open-dashboard.ts';
import { runSql } from './sign-in.ts';

type Account = { readonly platform: 'instagram' | 'threads' | 'x' | 'linkedin' | 'hub'; readonly accountId: string };

/**
 * An account of each network for every kind of content: on X with Premium, and a new one on a
 * Micropub server.
 */
export async function accountsOfKinds(
  dashboard: Omit<Dashboard, 'close'>,
): Promise<Readonly<Record<KindNetwork, Account>>> {
  const { service, fanfare } = dashboard;
  const of = (platform: keyof typeof service.accounts): Account => ({
    platform,
    accountId: service.accounts[platform],
  });
  await controlSandbox(dashboard, 'x/tier', { username: 'ada', tier: 'Premium' });
  // As the next renewal of the credential would read it.
  await runSql(
    service.databaseUrl,
    "update accounts set subscription = 'Premium' where platform = 'x' and username = 'ada'",
  );
  const { accounts } = await fanfare.accounts.list({ platform: 'hub' });
  const wordpress = accounts.find(({ hub }) => hub?.type === 'wordpress');
  const { apiKey } = await controlSandbox<{ apiKey: string }>(dashboard, 'hub/api-key', { role: 'micropub' });
  const { account: micropub } = await fanfare.accounts.connectHub({
    hubUrl: `${service.sandboxUrl}/hub/micropub`,
    type: 'micropub',
    apiKey,
  });
  return {
    ...{ instagram: of('instagram'), threads: of('threads'), x: of('x'), linkedin: of('linkedin') },
    wordpress: { platform: 'hub', accountId: wordpress!.id },
    micropub: { platform: 'hub', accountId: micropub.id },
  };
}
