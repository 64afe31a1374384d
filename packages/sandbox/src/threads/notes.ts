import type { PostView } from '../simulator.ts';
import type { ThreadsDraft, ThreadsPost } from './posts.ts';

/** In the words of the app. */
const REPLIES: Readonly<Record<string, string>> = {
  accounts_you_follow: 'Profiles the author follows can reply',
  mentioned_only: 'Profiles mentioned can reply',
  parent_post_author_only: 'The author of the parent post can reply',
  followers_only: 'Followers can reply',
};

/** Notes that readers see beside a post, which may quote another. */
export function notesOf(
  { replyControl, topic, link, extras }: ThreadsDraft,
  quoted: ThreadsPost | undefined,
): Pick<PostView, 'notes'> {
  const notes = [
    quoted && `Quotes @${quoted.username}: ${quoted.draft.text}`,
    topic === null ? undefined : `Topic: ${topic}`,
    link === null ? undefined : `Link: ${link}`,
    extras.gifId === null ? undefined : `GIF of GIPHY: ${extras.gifId}`,
    extras.isSpoiler ? 'Spoiler: tap to see the media' : undefined,
    ...extras.spoilers.map(({ text }) => `Hidden until tapped: ${text}`),
    extras.attachment && `Attached text: ${extras.attachment.plaintext}`,
    ...(extras.attachment?.styled ?? []).map(({ text, styles }) => `In ${styles.join(', ')}: ${text}`),
    extras.attachment?.link && `Link of the attached text: ${extras.attachment.link}`,
    extras.countries.length > 0 ? `Shown in ${extras.countries.join(', ')} only` : undefined,
    extras.isGhost ? 'Ghost post: archived after 24 hours' : undefined,
    REPLIES[replyControl],
    extras.approvesReplies ? 'The author approves replies' : undefined,
  ].filter((note) => typeof note === 'string');
  return notes.length > 0 ? { notes } : {};
}
