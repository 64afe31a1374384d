import { networkName } from '../../../icons/network-mark.tsx';
import type { NetworkPreview, PreviewProps } from './network-preview.ts';
import { Chain } from './parts/chain.tsx';
import { Comments } from './parts/comments.tsx';
import frame from './parts/frame.module.css';
import { Collage, Single } from './parts/media.tsx';
import { PreviewText } from './parts/preview-text.tsx';

export const plainPreview: NetworkPreview = { View: Plain, draws: ['thread', 'firstComments'] };

/**
 * A post of a network or hub that an installation adds: the options that it describes stand below.
 */
function Plain({ composed, account, username, time }: PreviewProps) {
  const { platform } = composed.target;
  const space = platform === 'hub' ? `${composed.draft.spaceSlug ?? 'Default space'} · ` : '';
  const name = platform === 'hub' ? 'a hub' : networkName(platform);
  return (
    <article className={frame.post} aria-label={`Preview on ${name}`}>
      <Chain posts={composed.posts} username={username}>
        {({ content, media }, position) => (
          <>
            <p className={frame.small}>
              {space}
              <bdi>{username}</bdi> · {time}
            </p>
            <PreviewText text={content} lines={12} more="Read more" isLarge={account?.hub !== undefined} />
            {media.length === 1 && <Single item={media[0]!} shape="natural" />}
            {media.length > 1 && <Collage media={media} />}
            {position === 0 && <Comments composed={composed} username={username} />}
          </>
        )}
      </Chain>
    </article>
  );
}
