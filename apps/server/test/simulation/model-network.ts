import type { ModelClock } from './model-clock.ts';
import type { HiddenFault, NetworkKind, ReadFault, SendFault } from './scenario.ts';

/** What the world sees. Only the simulation knows which target a post came from. */
export type LivePost = {
  readonly id: string;
  readonly targetId: string;
  readonly account: string;
  readonly text: string;
  readonly slug: string | null;
  readonly at: number;
};

type Container = { readonly id: string; readonly targetId: string; readonly text: string; post: LivePost | null };

/** What a network takes in with a call that publishes. */
export type Publication = {
  readonly kind: NetworkKind;
  readonly targetId: string;
  readonly account: string;
  readonly text: string;
  readonly handle: string | null;
};

/** What the networks really hold. */
export type ModelNetwork = {
  readonly posts: readonly LivePost[];
  readonly sendFault: () => SendFault;
  readonly hiddenFault: () => HiddenFault;
  readonly readFault: () => ReadFault;
  /** Publishes what was sent; null when its container is published already. */
  publish(publication: Publication): LivePost | null;
  createContainer(targetId: string, text: string): string;
  /** `stale`: as it was some seconds ago. */
  isPublished(containerId: string, stale: boolean): boolean;
  timeline(account: string, stale: boolean): readonly LivePost[];
};

/** The networks' own rule: what was done is visible to readers this soon. Adapters wait longer before they take a silence for an answer. */
const VISIBLE_AFTER_MS = 5_000;

export function createModelNetwork(
  clock: ModelClock,
  faults: {
    readonly sends: readonly SendFault[];
    readonly hiddens: readonly HiddenFault[];
    readonly reads: readonly ReadFault[];
  },
): ModelNetwork {
  const posts: LivePost[] = [];
  const containers = new Map<string, Container>();
  const isVisible = (post: LivePost, stale: boolean): boolean => !stale || clock.now() >= post.at + VISIBLE_AFTER_MS;

  return {
    posts,
    sendFault: inOrder(faults.sends),
    hiddenFault: inOrder(faults.hiddens),
    readFault: inOrder(faults.reads),
    publish({ kind, targetId, account, text, handle }) {
      const container = handle === null ? undefined : containers.get(handle);
      if (container?.post) return null;
      const post = {
        id: `${kind}-post-${posts.length + 1}`,
        targetId: container?.targetId ?? targetId,
        account,
        text: container?.text ?? text,
        slug: kind === 'slug' ? targetId : null,
        at: clock.now(),
      };
      posts.push(post);
      if (container) container.post = post;
      return post;
    },
    createContainer(targetId, text) {
      const id = `container-${containers.size + 1}`;
      containers.set(id, { id, targetId, text, post: null });
      return id;
    },
    isPublished(id, stale) {
      const post = containers.get(id)?.post;
      return post ? isVisible(post, stale) : false;
    },
    timeline: (account, stale) => posts.filter((post) => post.account === account && isVisible(post, stale)),
  };
}

function inOrder<Fault extends string>(faults: readonly (Fault | 'none')[]): () => Fault | 'none' {
  let next = 0;
  return () => faults[next++] ?? 'none';
}
