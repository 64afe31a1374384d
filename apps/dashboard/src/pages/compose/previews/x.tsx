import { MAX_WEIGHTED_LENGTH, POLL_MINUTES, weightedLength } from '@fanfare/network-x/rules';
import { firstLink } from '@fanfare/rules';
import { AtSign, Handshake, UserRound, Users } from 'lucide-react';
import type { ComposedPost } from '../judge.ts';
import { labelOf } from '../options/option-schema.ts';
import type { NetworkPreview, PreviewProps } from './network-preview.ts';
import { Actions } from './parts/actions.tsx';
import { Chain } from './parts/chain.tsx';
import { Cover } from './parts/cover.tsx';
import { durationWords } from './parts/duration-words.ts';
import styles from './parts/frame.module.css';
import { LinkCard } from './parts/link-card.tsx';
import { Collage, captionsBadge } from './parts/media.tsx';
import { Note } from './parts/note.tsx';
import { Poll } from './parts/poll.tsx';
import { PreviewText } from './parts/preview-text.tsx';
import { REPLY_WORDS } from './parts/reply-words.ts';

export const xPreview: NetworkPreview = {
  View: XPost,
  draws: [
    ...['poll', 'replyControl', 'captions', 'thread'],
    ...['x.communityId', 'x.shareWithFollowers', 'x.paidPartnership', 'x.sensitiveMedia', 'x.taggedUserIds'],
  ],
};

/**
 * Long texts are folded, up to four pictures stand in one frame of 16:9, the first link has a card.
 */
function XPost({ composed, username, time }: PreviewProps) {
  const { communityId, shareWithFollowers } = composed.options.x ?? {};
  return (
    <article className={styles.post} aria-label="Preview on X">
      {communityId && (
        <Note icon={Users}>
          Community {communityId}
          {shareWithFollowers && ', shown to followers too'}
        </Note>
      )}
      <Chain posts={composed.posts} username={username}>
        {(post, position) => (
          <>
            <p className={styles.line}>
              <bdi className={styles.name}>{username}</bdi>{' '}
              <span className={styles.small}>
                @{username} · {time}
              </span>
            </p>
            <Content composed={composed} post={post} isFirst={position === 0} />
            {composed.draft.aiGenerated && <p className={styles.small}>AI info</p>}
            <Actions names={['◯', '⇄', '♡', '▥']} />
          </>
        )}
      </Chain>
    </article>
  );
}

type ContentProps = Pick<PreviewProps, 'composed'> & { readonly post: ComposedPost; readonly isFirst: boolean };

/** Text and media of a post; options of the target belong to the first of a chain. */
function Content({ composed: { options }, post: { content, media }, isFirst }: ContentProps) {
  const { poll, captions, replyControl, x = {} } = isFirst ? options : {};
  const link = media.length === 0 && !poll ? firstLink(content) : null;
  const pictures = <Collage media={media} overlay={captions && captionsBadge} />;
  return (
    <>
      <PreviewText text={content} characters={foldOf(content)} more="Show more" />
      {poll && (
        <Poll poll={poll} closing={`0 votes · ${durationWords((poll.durationMinutes ?? POLL_MINUTES) * 60)} left`} />
      )}
      {x.sensitiveMedia && media.length > 0 ? (
        <Cover title="Content warning" detail={x.sensitiveMedia.map(labelOf).join(', ')}>
          {pictures}
        </Cover>
      ) : (
        pictures
      )}
      {link && <LinkCard link={link} />}
      {x.taggedUserIds && <Note icon={UserRound}>Tagged: {x.taggedUserIds.join(', ')}</Note>}
      {x.paidPartnership && <Note icon={Handshake}>Paid partnership</Note>}
      {replyControl && <Note icon={AtSign}>{REPLY_WORDS[replyControl]}</Note>}
    </>
  );
}

/**
 * The number of characters before “Show more”: X folds what weighs more than a post without
 * Premium.
 */
function foldOf(text: string): number {
  if (weightedLength(text) <= MAX_WEIGHTED_LENGTH) return text.length;
  let [fits, tooMany] = [0, text.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (weightedLength(text.slice(0, middle)) <= MAX_WEIGHTED_LENGTH) fits = middle;
    else tooMany = middle;
  }
  return fits;
}
