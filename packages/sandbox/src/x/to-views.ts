import type { PostView, ProfileView } from '../simulator.ts';
import type { XMedia, XPerson, XPost, XWorld } from './world.ts';

export function toProfileView(person: XPerson): ProfileView {
  const kind = person.tier === 'None' ? 'person' : `person, ${person.tier}`;
  return { id: person.id, username: person.username, name: person.name, kind };
}

/** In the words of x.com. */
const REPLIES: Readonly<Record<string, string>> = {
  following: 'Accounts the author follows can reply',
  mentionedUsers: 'Accounts mentioned can reply',
  subscribers: 'Subscribers can reply',
  verified: 'Verified accounts can reply',
};

/** A post as readers see it on x.com; replies show as comments. */
export function toPostView(world: XWorld, post: XPost): PostView {
  const { posts } = world.state;
  const author = nameOf(world, post.authorId);
  const notes = notesOf(world, post);
  return {
    network: 'x',
    id: post.id,
    url: `${world.urlOf('x', 'web')}/${author.username}/status/${post.id}`,
    author: { id: post.authorId, ...author },
    text: post.text,
    media: post.media.map((media) => toMediaView(media, post.previewMedia)),
    ...(post.poll && {
      poll: {
        options: post.poll.options,
        endsAt: new Date(post.createdAtMs + post.poll.minutes * 60_000).toISOString(),
      },
    }),
    ...(post.community && { place: world.state.communities.get(post.community.id)?.name ?? post.community.id }),
    ...(notes.length > 0 && { notes }),
    aiGenerated: post.madeWithAi,
    createdAt: new Date(post.createdAtMs).toISOString(),
    comments: below(world, post).map(({ id, authorId, text, replyToId }) => ({
      ...{ id, author: nameOf(world, authorId).username, text },
      ...(replyToId !== null && replyToId !== post.id && { answers: replyToId }),
    })),
    repostedBy: posts.repostsOf(post.id).map(({ authorId }) => nameOf(world, authorId).username),
  };
}

/** Labels beside a post, in the words of x.com. */
function notesOf(world: XWorld, { community, media, paidPartnership, replySettings, taggedIds }: XPost): string[] {
  const warnings = [...new Set(media.flatMap(({ sensitive }) => sensitive))];
  return [
    ...(paidPartnership ? ['Paid partnership'] : []),
    ...(community?.isShared ? ['Also shared with followers'] : []),
    ...(warnings.length > 0 ? [`Content warning: ${warnings.map((name) => WARNINGS[name] ?? name).join(', ')}`] : []),
    ...(taggedIds.length > 0 ? [`With ${taggedIds.map((id) => `@${nameOf(world, id).username}`).join(', ')}`] : []),
    ...(Object.hasOwn(REPLIES, replySettings) ? [REPLIES[replySettings]!] : []),
  ];
}

const WARNINGS: Readonly<Record<string, string>> = {
  adult_content: 'Nudity',
  graphic_violence: 'Violence',
  other: 'Sensitive',
};
/** The answers to a post, each followed by its own. */
const below = (world: XWorld, { id }: XPost): readonly XPost[] =>
  world.state.posts.repliesTo(id).flatMap((reply) => [reply, ...below(world, reply)]);

function toMediaView(media: XMedia, preview: XMedia | null): PostView['media'][number] {
  const isVideo = media.content?.kind === 'video';
  return {
    type: isVideo ? 'video' : 'image',
    url: media.content?.url ?? '',
    coverUrl: isVideo ? (preview?.content?.url ?? null) : null,
    altText: media.altText,
    ...(media.subtitles.size > 0 && {
      captions: Array.from(media.subtitles, ([language, { name }]) => ({ language, name })),
    }),
    thumbOffsetMs: null,
  };
}

function nameOf(world: XWorld, id: string): { username: string; name: string } {
  const person = world.state.people.get(id);
  return { username: person?.username ?? 'unknown', name: person?.name ?? 'Unknown' };
}
