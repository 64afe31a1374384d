import type { PostLinks } from '@fanfare/app-contract';
import { Fragment } from 'react';
import { Link } from 'wouter';

/** The posts that a post belongs to: the first one, and those that sent it again. */
export function LinkedPosts({ links }: { readonly links: PostLinks | undefined }) {
  if (!links || (links.sentAgainFrom === null && links.sentAgainAs.length === 0)) return null;
  const { sentAgainFrom: first, sentAgainAs: nexts } = links;
  return (
    <>
      {first !== null && (
        <>
          Sends again what failed of <Link href={`/posts/${first}`}>the first post</Link>.
        </>
      )}
      {first !== null && nexts.length > 0 && ' '}
      {nexts.length > 0 && (
        <>
          What failed was sent again:{' '}
          {nexts.map((id, at) => (
            <Fragment key={id}>
              {at > 0 && ', '}
              <Link href={`/posts/${id}`}>{nexts.length === 1 ? 'the second post' : `post ${at + 2}`}</Link>
            </Fragment>
          ))}
          .
        </>
      )}
    </>
  );
}
