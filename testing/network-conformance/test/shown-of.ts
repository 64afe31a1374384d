import type { Shown } from '@fanfare/network-conformance';
import type { PostView } from '@fanfare/sandbox';

/**
 * The facts of a post that `shows` of a conformance compares, those that differ in each run left
 * out.
 */
export function shownOf(post: PostView): Shown {
  const { network, id, url, author, text, aiGenerated, createdAt, comments, repostedBy, ...others } = post;
  const { media, poll, card, expiresAt, ...facts } = others;
  const { options, endsAt, ...ofPoll } = poll ?? {};
  const ofMedia = media.map(({ title, tags, captions, thumbOffsetMs, coverUrl }) => ({
    ...(title !== undefined && { title }),
    ...(tags && { tags }),
    ...(captions && { captions }),
    ...(thumbOffsetMs !== null && { thumbOffsetMs }),
    ...(coverUrl !== null && { hasCover: true }),
  }));
  return {
    ...facts,
    ...(card && { card: card.url }),
    ...(endsAt !== undefined && { poll: { ...ofPoll, minutes: minutes(createdAt, endsAt) } }),
    ...(expiresAt !== undefined && { expiresAfterMinutes: minutes(createdAt, expiresAt) }),
    ...(ofMedia.some((one) => Object.keys(one).length > 0) && { media: ofMedia }),
  };
}

const minutes = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 60_000);
