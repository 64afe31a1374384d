import { formatOf, placeOf } from '@fanfare/network-instagram/rules';
import { FlaskConical, Handshake, MapPin, Music, SquareX } from 'lucide-react';
import type { NetworkPreview, PreviewProps } from './network-preview.ts';
import { Actions } from './parts/actions.tsx';
import { Avatar } from './parts/avatar.tsx';
import { Comments } from './parts/comments.tsx';
import styles from './parts/frame.module.css';
import { Carousel, type Overlay, Single } from './parts/media.tsx';
import { Note } from './parts/note.tsx';
import { PreviewText } from './parts/preview-text.tsx';
import { Story } from './parts/story.tsx';
import { UserTags } from './parts/user-tags.tsx';

export const instagramPreview: NetworkPreview = {
  View: Instagram,
  draws: [
    ...['locationId', 'firstComments', 'instagram.format', 'instagram.collaborators', 'instagram.userTags'],
    ...['instagram.shareToFeed', 'instagram.audioName', 'instagram.trialGraduation', 'instagram.paidPartnership'],
  ],
};

const LABEL = 'Paid partnership';

const names = new Intl.ListFormat('en');

function Instagram(props: PreviewProps) {
  const { composed, username, time } = props;
  const { draft, options } = composed;
  const tags = (options.instagram?.userTags ?? []).map((tag) => ({
    username: tag.username,
    mediaIndex: tag.mediaIndex,
    ...placeOf(draft, tag),
  }));
  const overlay: Overlay = (_, position) => <UserTags tags={tags} position={position} />;
  if (formatOf(draft) === 'story')
    return (
      <Story
        username={username}
        time={time}
        label="Preview on Instagram"
        note={options.instagram?.paidPartnership && LABEL}
      >
        {draft.media[0] && (
          <Single item={draft.media[0]} shape="reel">
            {overlay(draft.media[0], 0)}
          </Single>
        )}
      </Story>
    );
  return <FeedPost {...props} overlay={overlay} />;
}

/** Caption of two lines; a reel is 9:16, several items are a carousel. */
function FeedPost({ composed, username, time, overlay }: PreviewProps & { readonly overlay: Overlay }) {
  const { draft, options } = composed;
  const { collaborators = [], shareToFeed, audioName, trialGraduation, paidPartnership } = options.instagram ?? {};
  const format = formatOf(draft);
  const [first] = draft.media;
  return (
    <article className={styles.post} aria-label="Preview on Instagram" data-flush>
      <header className={styles.head}>
        <Avatar username={username} />
        <div>
          <bdi className={styles.name}>{names.format([username, ...collaborators])}</bdi>
          {paidPartnership && <Note icon={Handshake}>{LABEL}</Note>}
          {options.locationId && <Note icon={MapPin}>Place {options.locationId}</Note>}
          {audioName && format !== 'feed' && <Note icon={Music}>{audioName}</Note>}
          {draft.aiGenerated && <p className={styles.small}>AI info</p>}
        </div>
      </header>
      {!first && <p className={styles.blank}>A picture or a video goes here</p>}
      {first && format === 'feed' && <Carousel media={draft.media} overlay={overlay} />}
      {first && format !== 'feed' && (
        <Single item={first} shape="reel">
          {overlay(first, 0)}
        </Single>
      )}
      <div className={styles.below}>
        {format === 'trial_reel' && (
          <Note icon={FlaskConical}>
            Trial reel: shown to people who do not follow you
            {trialGraduation === 'performance' && ', and to followers once it does well'}
          </Note>
        )}
        {shareToFeed === false && format !== 'feed' && <Note icon={SquareX}>Among reels only, not in the feed</Note>}
        <Actions names={['♡', '◯', '➤']} />
        <PreviewText
          text={draft.content}
          lines={2}
          before={
            <>
              <bdi className={styles.name}>{username}</bdi>{' '}
            </>
          }
          more="… more"
        />
        <Comments composed={composed} username={username} />
        <p className={styles.small}>{time}</p>
      </div>
    </article>
  );
}
