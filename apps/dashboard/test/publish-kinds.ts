import type { Post } from '@fanfare/sdk';
import { sample } from './composing.ts';
import { type Kind, type KindNetwork, kindsOf } from './kinds.ts';
import type { Dashboard } from './open-dashboard.ts';
import { accountsOfKinds } from './open-kinds.ts';

export type Published = {
  readonly kind: Kind;
  readonly post: Post;
  /** A page of the network that shows it. */
  readonly url: string;
};

/**
 * Publishes every kind of content of these networks; one that is not live afterwards is an error.
 */
export async function publishKinds(
  dashboard: Omit<Dashboard, 'close'>,
  networks: readonly KindNetwork[],
): Promise<readonly Published[]> {
  const accounts = await accountsOfKinds(dashboard);
  const publish = async (network: KindNetwork, target: object): Promise<Post> =>
    (await dashboard.fanfare.posts.create({ platforms: [{ ...accounts[network], ...target }] })).post;
  const idOf = ({ targets }: Post): string => targets[0]?.platformPostId ?? '';
  const content = 'Cold brew is summer in a glass.';
  const quoted = {
    threads: idOf(await publish('threads', { content })),
    linkedin: idOf(await publish('linkedin', { content })),
  };
  const kinds = kindsOf({ sample: (name) => sample(dashboard, name), quoted });
  const published: Published[] = [];
  for (const network of networks)
    for (const kind of kinds[network]) {
      const post = await publish(network, kind.target);
      published.push({ kind, post, url: addressOf(dashboard, post, `${kind.name} on ${network}`) });
    }
  return published;
}

/** The page of a post; one that waits for review is among those that editors see. */
function addressOf({ service }: Pick<Dashboard, 'service'>, post: Post, name: string): string {
  const [target] = post.targets;
  if (target?.status !== 'published')
    throw new Error(`${name} is not live: ${target?.status}, ${target?.errorDetail?.message}`);
  return target.url ?? `${service.sandboxUrl}/hub/wordpress/wp-admin/edit.php`;
}
