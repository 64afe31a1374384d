import { MENTION, POLL_MINUTES } from '@fanfare/network-linkedin/rules';
import type { NetworkPreview, PreviewProps } from './network-preview.ts';
import { Actions } from './parts/actions.tsx';
import { Avatar } from './parts/avatar.tsx';
import { Comments } from './parts/comments.tsx';
import { DocumentCard } from './parts/document-card.tsx';
import { durationWords } from './parts/duration-words.ts';
import styles from './parts/frame.module.css';
import { LinkCard } from './parts/link-card.tsx';
import { Collage, captionsBadge } from './parts/media.tsx';
import { Poll } from './parts/poll.tsx';
import { PreviewText, type TextSpan } from './parts/preview-text.tsx';
import { Quoted } from './parts/quoted.tsx';

export const linkedinPreview: NetworkPreview = {
  View: LinkedIn,
  draws: ['poll', 'captions', 'quotePostId', 'firstComments', 'link', 'linkedin.visibility'],
};

/**
 * Three lines of text, then pictures in a collage, a document, a poll, or a card that Fanfare
 * makes.
 */
function LinkedIn({ composed, username, time }: PreviewProps) {
  const { draft, linkCard, options } = composed;
  const { poll, captions, quotePostId, linkedin } = options;
  const document = draft.media.find(({ type }) => type === 'document');
  const shown = draft.media.filter(({ type }) => type !== 'document');
  return (
    <article className={styles.post} aria-label="Preview on LinkedIn" data-flush>
      <header className={styles.head}>
        <Avatar username={username} isSquare />
        <div>
          <bdi className={styles.name}>{username}</bdi>
          <p className={styles.small}>
            {time} · {linkedin?.visibility === 'connections' ? 'Connections' : 'Public'}
          </p>
        </div>
      </header>
      <div className={styles.above}>
        <PreviewText text={draft.content} spans={mentionsOf(draft.content)} lines={3} more="…more" />
      </div>
      <Collage media={shown} overlay={captions && captionsBadge} isFlush />
      {document && <DocumentCard item={document} />}
      {linkCard && <LinkCard link={linkCard} isFlush />}
      <div className={styles.below}>
        {poll && (
          <Poll poll={poll} closing={`0 votes · ${durationWords((poll.durationMinutes ?? POLL_MINUTES) * 60)} left`} />
        )}
        {quotePostId && <Quoted id={quotePostId} />}
        <Actions names={['Like', 'Comment', 'Repost', 'Send']} />
        <Comments composed={composed} username={username} />
      </div>
    </article>
  );
}

/** `@[Ada Lovelace](urn:li:person:…)` is shown as the name. */
const mentionsOf = (text: string): TextSpan[] =>
  Array.from(text.matchAll(MENTION), ({ 0: found, 1: name = '', index }) => ({
    start: index,
    end: index + found.length,
    look: 'mention',
    shown: name,
  }));
