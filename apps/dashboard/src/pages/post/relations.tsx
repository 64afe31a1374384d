import type { PostLinks } from '@fanfare/app-contract';
import type { Post } from '@fanfare/sdk';
import { Time } from '../../frame/time.tsx';
import { useShowFailure } from '../../frame/use-show-failure.tsx';
import { Button } from '../../parts/button.tsx';
import { LinkedPosts } from '../../posts/linked-posts.tsx';
import { useDismiss } from '../../posts/post-links.ts';
import styles from './relations.module.css';

/** The posts that this one belongs to, and whether what failed was dismissed. */
export function Relations({ post, links }: { readonly post: Post; readonly links: PostLinks | undefined }) {
  const dismiss = useDismiss();
  const showFailure = useShowFailure();
  if (!links) return null;
  return (
    <div className={styles.relations}>
      <p>
        <LinkedPosts links={links} />
      </p>
      {links.dismissedAt !== null && (
        <p className={styles.dismissed}>
          <span>
            Dismissed <Time at={links.dismissedAt} />: Home does not list it.
          </span>
          <Button
            size="small"
            busy={dismiss.isPending}
            onClick={() =>
              dismiss.mutate(
                { postId: post.id, isDismissed: false },
                { onError: (error) => showFailure('The post is still dismissed.', error) },
              )
            }
          >
            Undo
          </Button>
        </p>
      )}
    </div>
  );
}
