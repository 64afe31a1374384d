import { firstLink } from '@fanfare/rules';
import type { ComposedTarget } from '../judge.ts';
import { LinkCard } from './link-card.tsx';
import { Carousel, Collage, Single, Strip } from './media.tsx';
import styles from './preview.module.css';
import { cutAt, PreviewText } from './preview-text.tsx';

export type PreviewProps = { readonly composed: ComposedTarget; readonly username: string; readonly time: string };

/** The post as its network shows it. Networks of an installation are shown as plain posts. */
export function Preview(props: PreviewProps) {
  switch (props.composed.target.platform) {
    case 'instagram':
      return <Instagram {...props} />;
    case 'threads':
      return <Threads {...props} />;
    case 'x':
      return <XPost {...props} />;
    case 'linkedin':
      return <LinkedIn {...props} />;
    default:
      return <Article {...props} />;
  }
}

const Avatar = ({ username, isSquare = false }: { readonly username: string; readonly isSquare?: boolean }) => (
  <span className={styles.avatar} data-square={isSquare || undefined} aria-hidden="true">
    {[...username][0]?.toUpperCase()}
  </span>
);

const Actions = ({ names }: { readonly names: readonly string[] }) => (
  <div className={styles.actions} aria-hidden="true">
    {names.map((name) => (
      <span key={name}>{name}</span>
    ))}
  </div>
);

const MAX_COMMENT_SHOWN = 300;

function Comment({ composed, username }: Pick<PreviewProps, 'composed' | 'username'>) {
  const { firstComment } = composed.draft;
  if (firstComment === null) return null;
  return (
    <p className={styles.comment} dir="auto">
      {/* In `bdi` the name does not decide the direction of the comment. */}
      <bdi className={styles.name}>{username}</bdi> {cutAt(firstComment, MAX_COMMENT_SHOWN)}
    </p>
  );
}

const AiLabel = ({ composed }: Pick<PreviewProps, 'composed'>) =>
  composed.draft.aiGenerated ? <p className={styles.small}>AI info</p> : null;

/** Caption of two lines; a single video is a reel of 9:16, several items a carousel. */
function Instagram({ composed, username, time }: PreviewProps) {
  const { draft } = composed;
  const isReel = draft.media.length === 1 && draft.media[0]?.type === 'video';
  return (
    <article className={styles.post} aria-label="Preview on Instagram" data-flush>
      <header className={styles.head}>
        <Avatar username={username} />
        <div>
          <bdi className={styles.name}>{username}</bdi>
          <AiLabel composed={composed} />
        </div>
      </header>
      {draft.media.length === 0 && <p className={styles.blank}>A picture or a video goes here</p>}
      {isReel && <Single item={draft.media[0]!} shape="reel" />}
      {!isReel && draft.media.length > 0 && <Carousel media={draft.media} />}
      <div className={styles.below}>
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
        <Comment composed={composed} username={username} />
        <p className={styles.small}>{time}</p>
      </div>
    </article>
  );
}

/** All of the text, media in a strip that scrolls. */
function Threads({ composed, username, time }: PreviewProps) {
  const { draft } = composed;
  const link = draft.media.length === 0 ? firstLink(draft.content) : null;
  return (
    <article className={styles.post} aria-label="Preview on Threads">
      <div className={styles.beside}>
        <Avatar username={username} />
        <div className={styles.body}>
          <p className={styles.line}>
            <bdi className={styles.name}>{username}</bdi> <span className={styles.small}>{time}</span>
          </p>
          <PreviewText text={draft.content} />
          {draft.media.length === 1 && <Single item={draft.media[0]!} shape="natural" />}
          {draft.media.length > 1 && <Strip media={draft.media} />}
          {link && <LinkCard link={link} />}
          <Actions names={['♡', '◯', '⇄', '➤']} />
          <Comment composed={composed} username={username} />
        </div>
      </div>
    </article>
  );
}

/** All of the text, up to four pictures in one frame of 16:9, a card for the last link. */
function XPost({ composed, username, time }: PreviewProps) {
  const { draft } = composed;
  const link = draft.media.length === 0 ? firstLink(draft.content) : null;
  return (
    <article className={styles.post} aria-label="Preview on X">
      <div className={styles.beside}>
        <Avatar username={username} />
        <div className={styles.body}>
          <p className={styles.line}>
            <bdi className={styles.name}>{username}</bdi>{' '}
            <span className={styles.small}>
              @{username} · {time}
            </span>
          </p>
          <PreviewText text={draft.content} />
          <Collage media={draft.media.slice(0, 4)} total={draft.media.length} />
          {link && <LinkCard link={link} />}
          <AiLabel composed={composed} />
          <Actions names={['◯', '⇄', '♡', '▥']} />
        </div>
      </div>
    </article>
  );
}

/** Three lines of text, then pictures in a collage or a card that Fanfare makes. */
function LinkedIn({ composed, username, time }: PreviewProps) {
  const { draft, linkCard } = composed;
  return (
    <article className={styles.post} aria-label="Preview on LinkedIn" data-flush>
      <header className={styles.head}>
        <Avatar username={username} isSquare />
        <div>
          <bdi className={styles.name}>{username}</bdi>
          <p className={styles.small}>
            {time} · {draft.options?.linkedin?.visibility === 'connections' ? 'Connections' : 'Public'}
          </p>
        </div>
      </header>
      <div className={styles.above}>
        <PreviewText text={draft.content} lines={3} more="…more" />
      </div>
      <Collage media={draft.media.slice(0, 4)} total={draft.media.length} isFlush />
      {linkCard && <LinkCard link={linkCard} isFlush />}
      <div className={styles.below}>
        <Actions names={['Like', 'Comment', 'Repost', 'Send']} />
        <Comment composed={composed} username={username} />
      </div>
    </article>
  );
}

/** The page of a hub: pictures in full width, then the text as paragraphs. */
function Article({ composed, username, time }: PreviewProps) {
  const { draft } = composed;
  return (
    <article className={styles.post} aria-label="Preview on a hub">
      <p className={styles.small}>
        {draft.spaceSlug ?? 'Default space'} · <bdi>{username}</bdi> · {time}
      </p>
      <PreviewText text={draft.content} lines={12} more="Read more" isLarge />
      {draft.media.length === 1 && <Single item={draft.media[0]!} shape="natural" />}
      {draft.media.length > 1 && <Collage media={draft.media.slice(0, 4)} total={draft.media.length} />}
    </article>
  );
}
