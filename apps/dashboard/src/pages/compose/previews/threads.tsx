import { hiddenPlaces } from '@fanfare/network-threads/rules';
import { firstLink } from '@fanfare/rules';
import { AtSign, Clock, Globe, MessageCircleQuestion } from 'lucide-react';
import type { ComposedPost } from '../judge.ts';
import type { NetworkPreview, PreviewProps } from './network-preview.ts';
import { Actions } from './parts/actions.tsx';
import { Chain } from './parts/chain.tsx';
import { Comments } from './parts/comments.tsx';
import { Cover } from './parts/cover.tsx';
import styles from './parts/frame.module.css';
import { LinkCard } from './parts/link-card.tsx';
import { Single, Strip } from './parts/media.tsx';
import { Note } from './parts/note.tsx';
import { Poll } from './parts/poll.tsx';
import { PreviewText } from './parts/preview-text.tsx';
import { Quoted } from './parts/quoted.tsx';
import { REPLY_WORDS } from './parts/reply-words.ts';
import { TextAttachment } from './parts/text-attachment.tsx';

export const threadsPreview: NetworkPreview = {
  View: Threads,
  draws: [
    ...['poll', 'replyControl', 'quotePostId', 'thread', 'firstComments'],
    ...['threads.topicTag', 'threads.spoilers', 'threads.spoilerMedia', 'threads.ghost', 'threads.gifId'],
    ...['threads.linkAttachment', 'threads.textAttachment', 'threads.allowedCountries', 'threads.replyApprovals'],
  ],
};

/** All of the text, media in a strip that scrolls. */
function Threads({ composed, username, time }: PreviewProps) {
  const { options, posts } = composed;
  const { ghost, topicTag = firstTag(posts[0]?.content ?? '') } = options.threads ?? {};
  return (
    <article className={styles.post} aria-label="Preview on Threads" data-ghost={ghost || undefined}>
      <Chain posts={posts} username={username}>
        {(post, position) => (
          <>
            <p className={styles.line}>
              <bdi className={styles.name}>{username}</bdi>
              {position === 0 && topicTag && (
                <>
                  {' › '}
                  <bdi className={styles.name}>{topicTag}</bdi>
                </>
              )}{' '}
              <span className={styles.small}>{time}</span>
            </p>
            <Content composed={composed} post={post} isFirst={position === 0} />
            <Actions names={['♡', '◯', '⇄', '➤']} />
            {position === 0 && <Comments composed={composed} username={username} />}
          </>
        )}
      </Chain>
    </article>
  );
}

/** Without a topic of its own, a post has that of its first hashtag. */
const firstTag = (text: string): string | undefined => /(?<![\p{L}\p{N}_])#([\p{L}\p{M}\p{N}_]+)/u.exec(text)?.[1];

type ContentProps = Pick<PreviewProps, 'composed'> & { readonly post: ComposedPost; readonly isFirst: boolean };

/** Text and media of a post; options of the target belong to the first of a chain. */
function Content({ composed, post: { content, media }, isFirst }: ContentProps) {
  const { poll, replyControl, quotePostId, threads = {} } = isFirst ? composed.options : {};
  const { gifId, linkAttachment, textAttachment, spoilerMedia } = threads;
  const isBare = media.length === 0 && !poll && !gifId && !textAttachment;
  const link = linkAttachment ?? (isBare ? firstLink(content) : null);
  const spoilers = hiddenPlaces({ content, options: { threads } }).map(
    (place) => ({ ...place, look: 'spoiler' }) as const,
  );
  const pictures = media.length === 1 ? <Single item={media[0]!} shape="natural" /> : <Strip media={media} />;
  return (
    <>
      <PreviewText text={content} spans={spoilers} />
      {poll && <Poll poll={poll} closing="0 votes" />}
      {textAttachment && <TextAttachment attachment={textAttachment} />}
      {gifId && <p className={styles.gif}>GIF of GIPHY, {gifId}</p>}
      {media.length > 0 && (spoilerMedia ? <Cover title="Spoiler">{pictures}</Cover> : pictures)}
      {link && <LinkCard link={link} />}
      {quotePostId && <Quoted id={quotePostId} />}
      {threads.ghost && <Note icon={Clock}>Ghost post: archived after 24 hours</Note>}
      {threads.allowedCountries && <Note icon={Globe}>Shown only in {threads.allowedCountries.join(', ')}</Note>}
      {replyControl && <Note icon={AtSign}>{REPLY_WORDS[replyControl]}</Note>}
      {threads.replyApprovals && <Note icon={MessageCircleQuestion}>Replies wait for your approval</Note>}
    </>
  );
}
