import { DAY_MS } from '../meta/moving-day.ts';
import type { ViewExtras } from '../meta/post-views.ts';
import type { Profiles } from '../meta/profiles.ts';
import type { PostView } from '../post/post-view.ts';
import type { InstagramComment, InstagramPost } from './posts.ts';

/**
 * The look of a post besides its author, text and files. People of the sandbox accept an
 * invitation to collaborate at once; others stay invited.
 */
export function extrasOf(post: InstagramPost, profiles: Profiles): ViewExtras {
  const { draft, publishedAt } = post;
  const { audioName, collaborators, graduationStrategy, isPaidPartnership, locationId, sponsorIds } = draft.options;
  const isKnown = (username: string) => profiles.byUsername(username) !== undefined;
  const coauthors = collaborators.filter(isKnown);
  const invited = collaborators.filter((username) => !isKnown(username));
  const format = formatOf(post);
  const notes = [
    ...(invited.length > 0 ? [`Invited to collaborate: ${invited.map((name) => `@${name}`).join(', ')}`] : []),
    ...(graduationStrategy === 'SS_PERFORMANCE' ? ['Shown to followers once it does well'] : []),
  ];
  return {
    ...(format && { format }),
    ...(format === 'reel' && !draft.isSharedToFeed && { isReelsOnly: true }),
    ...(format === 'story' && { expiresAt: new Date(publishedAt + DAY_MS).toISOString() }),
    ...(coauthors.length > 0 && { coauthors }),
    ...(notes.length > 0 && { notes }),
    ...(isPaidPartnership && { sponsors: sponsorIds.map((id) => nameOf(profiles, id)) }),
    ...(locationId !== null && { location: locationId }),
    ...(audioName !== null && { audio: audioName }),
    aiGenerated: draft.isAiGenerated,
    comments: post.comments.flatMap((comment) => [
      toComment(comment),
      ...comment.replies.map((reply) => ({ ...toComment(reply), answers: comment.id })),
    ]),
    repostedBy: [],
  };
}

function formatOf({ draft }: InstagramPost): PostView['format'] {
  if (draft.product === 'STORY') return 'story';
  if (draft.product !== 'REELS') return undefined;
  return draft.options.graduationStrategy === null ? 'reel' : 'trial_reel';
}

const nameOf = (profiles: Profiles, id: string): string => {
  const profile = profiles.byAccountId(id);
  return profile ? `@${profile.username}` : id;
};

const toComment = ({ id, username, text, at }: InstagramComment) => ({
  id,
  author: username,
  text,
  createdAt: new Date(at).toISOString(),
});
