import type { ModelClock } from './model-clock.ts';
import type { HiddenFault, NetworkKind, ReadFault, SendFault } from './scenario.ts';

/** Post or comment that readers see. Only the simulation knows the target of each. */
export type LivePost = {
  readonly id: string;
  readonly targetId: string;
  readonly account: string;
  readonly text: string;
  readonly slug: string | null;
  /** The post that it comments on. */
  readonly below: string | null;
  readonly at: number;
};

type Container = {
  readonly id: string;
  readonly targetId: string;
  readonly text: string;
  readonly below: string | null;
  post: LivePost | null;
};

/** Content that a network accepts with a publish call. */
export type Publication = {
  readonly kind: NetworkKind;
  readonly targetId: string;
  readonly account: string;
  readonly text: string;
  readonly handle: string | null;
  readonly below: string | null;
};

/** The networks' real content. */
export type ModelNetwork = {
  readonly posts: readonly LivePost[];
  readonly comments: readonly LivePost[];
  readonly sendFault: () => SendFault;
  readonly hiddenFault: () => HiddenFault;
  readonly readFault: () => ReadFault;
  /** Publishes what was sent; null when its container is published already. */
  publish(publication: Publication): LivePost | null;
  /** Whether the sent content is a comment. */
  isComment(publication: Pick<Publication, 'handle' | 'below'>): boolean;
  createContainer(targetId: string, text: string, below: string | null): string;
  /** `stale`: as it was some seconds ago. */
  isPublished(containerId: string, stale: boolean): boolean;
  timeline(account: string, stale: boolean): readonly LivePost[];
  commentsBelow(postId: string, stale: boolean): readonly LivePost[];
};

/**
 * The networks' own rule: readers see a write this soon. Adapters wait longer before they conclude
 * that it is absent.
 */
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
  const comments: LivePost[] = [];
  const containers = new Map<string, Container>();
  const isVisible = (post: LivePost, stale: boolean): boolean => !stale || clock.now() >= post.at + VISIBLE_AFTER_MS;

  return {
    posts,
    comments,
    sendFault: inOrder(faults.sends),
    hiddenFault: inOrder(faults.hiddens),
    readFault: inOrder(faults.reads),
    publish({ kind, targetId, account, text, handle, below: belowIt }) {
      const container = handle === null ? undefined : containers.get(handle);
      if (container?.post) return null;
      const below = container?.below ?? belowIt;
      const [what, all] = below === null ? (['post', posts] as const) : (['comment', comments] as const);
      const post = {
        id: `${kind}-${what}-${all.length + 1}`,
        targetId: container?.targetId ?? targetId,
        account,
        text: container?.text ?? text,
        slug: kind === 'slug' && below === null ? targetId : null,
        below,
        at: clock.now(),
      };
      all.push(post);
      if (container) container.post = post;
      return post;
    },
    isComment: ({ handle, below }) => (containers.get(handle ?? '')?.below ?? below) !== null,
    createContainer(targetId, text, below) {
      const id = `container-${containers.size + 1}`;
      containers.set(id, { id, targetId, text, below, post: null });
      return id;
    },
    isPublished(id, stale) {
      const post = containers.get(id)?.post;
      return post ? isVisible(post, stale) : false;
    },
    timeline: (account, stale) => posts.filter((post) => post.account === account && isVisible(post, stale)),
    commentsBelow: (postId, stale) =>
      comments.filter(({ below }) => below === postId).filter((post) => isVisible(post, stale)),
  };
}

function inOrder<Fault extends string>(faults: readonly (Fault | 'none')[]): () => Fault | 'none' {
  let next = 0;
  return () => faults[next++] ?? 'none';
}
