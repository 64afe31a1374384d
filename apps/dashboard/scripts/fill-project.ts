import { expire } from '../test/connecting.ts';
import type { Dashboard } from '../test/open-dashboard.ts';
import { publishPartly } from '../test/publish-partly.ts';

const DAY_MS = 86_400_000;

export type FilledProject = Awaited<ReturnType<typeof fillProject>>;

/** A project as it looks after some days: posts in every state, an account whose access ended, a key, calls in the log. Returns the addresses of its things. */
export async function fillProject(dashboard: Dashboard) {
  const { service, fanfare } = dashboard;
  const { instagram, threads, x, linkedin } = service.accounts;
  const harbour = {
    type: 'image',
    url: `${service.sandboxUrl}/__sandbox/samples/harbour.jpg`,
    altText: 'A harbour at sunrise',
  } as const;
  const everywhere = [
    { platform: 'instagram', accountId: instagram },
    { platform: 'threads', accountId: threads },
    { platform: 'x', accountId: x },
    { platform: 'linkedin', accountId: linkedin },
  ] as const;
  const { post: published } = await fanfare.posts.create({
    content: 'The harbour is awake. First coffee at seven. #coffee',
    mediaItems: [harbour],
    platforms: [...everywhere],
  });
  const partly = await publishPartly(dashboard, 'Fresh beans from Kenya this morning.');
  let scheduled = '';
  for (const [days, content] of [
    [1, 'Open until ten tonight.'],
    [2, 'A new roast on Thursday: plum and cocoa.'],
    [4, 'Live music at the quay on Saturday.'],
  ] as const) {
    const { post } = await fanfare.posts.create({
      content,
      platforms: everywhere.slice(1, days === 1 ? 3 : 4),
      publishAt: new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + days * DAY_MS + 9 * 3_600_000),
    });
    scheduled = post.id;
  }
  const { webhooks } = await fanfare.webhooks.list();
  const { webhook: disabled } = await fanfare.webhooks.create({
    url: `${service.sandboxUrl}/staging`,
    description: 'Staging',
    enabled: false,
  });
  const { accounts: hubs } = await fanfare.accounts.list({ platform: 'hub' });
  await expire(dashboard, 'threads');
  return {
    published: published.id,
    partly: partly.id,
    scheduled,
    account: threads,
    hub: hubs[0]?.id ?? '',
    webhook: webhooks[0]?.id ?? '',
    disabledWebhook: disabled.id,
  };
}
