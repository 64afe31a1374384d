import type { PostView } from '../post/post-view.ts';
import type { ProfileView } from '../simulator.ts';
import type { XMedia, XPost } from './content.ts';
import type { XPerson, XWorld } from './world.ts';

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

/** Names of `sensitive_media_warning` as x.com shows them. */
const WARNINGS: Readonly<Record<string, string>> = {
  adult_content: 'Nudity',
  graphic_violence: 'Violence',
  other: 'Sensitive',
};

/** A post as readers see it on x.com; replies show as comments. */
export function toPostView(world: XWorld, post: XPost): PostView {
  const { posts } = world.state;
  const author = nameOf(world, post.authorId);
  const notes = notesOf(post);
  const { community, paidPartnership, poll, taggedIds } = post;
  const warnings = [...new Set(post.media.flatMap(({ sensitive }) => sensitive))];
  return {
    network: 'x',
    id: post.id,
    url: `${world.urlOf('x', 'web')}/${author.username}/status/${post.id}`,
    author: { id: post.authorId, ...author },
    text: post.text,
    media: mediaOf(post),
    ...(poll && {
      poll: { options: poll.options, endsAt: new Date(post.createdAtMs + poll.minutes * 60_000).toISOString() },
    }),
    ...(community && { place: world.state.communities.get(community.id)?.name ?? community.id }),
    ...(paidPartnership && { sponsors: [] }),
    ...(post.isForSubscribers && { audience: 'Subscribers only' }),
    ...(taggedIds.length > 0 && { tagged: taggedIds.map((id) => nameOf(world, id).username) }),
    ...(warnings.length > 0 && {
      cover: `Content warning: ${warnings.map((name) => WARNINGS[name] ?? name).join(', ')}`,
    }),
    ...(notes.length > 0 && { notes }),
    aiGenerated: post.madeWithAi,
    createdAt: new Date(post.createdAtMs).toISOString(),
    comments: below(world, post).map((reply) => ({
      id: reply.id,
      author: nameOf(world, reply.authorId).username,
      text: reply.text,
      createdAt: new Date(reply.createdAtMs).toISOString(),
      ...(reply.replyToId !== null && reply.replyToId !== post.id && { answers: reply.replyToId }),
      ...(reply.media.length > 0 && { media: mediaOf(reply) }),
    })),
    repostedBy: posts.repostsOf(post.id).map(({ authorId }) => nameOf(world, authorId).username),
  };
}

/** Notes beside a post, in the words of x.com. */
function notesOf({ community, isForSubscribers, isSharedWithFollowers, replySettings }: XPost): readonly string[] {
  return [
    ...((community || isForSubscribers) && isSharedWithFollowers ? ['Also shared with followers'] : []),
    ...(Object.hasOwn(REPLIES, replySettings) ? [REPLIES[replySettings]!] : []),
  ];
}

/** The answers to a post, each followed by its own. */
const below = (world: XWorld, { id }: XPost): readonly XPost[] =>
  world.state.posts.repliesTo(id).flatMap((reply) => [reply, ...below(world, reply)]);

const mediaOf = ({ media, previewMedia }: XPost): PostView['media'] =>
  media.map((each) => toMediaView(each, previewMedia));

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
