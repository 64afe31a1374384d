import type { AuthorView, PostView, QuoteView } from '../post/post-view.ts';
import { actorOf } from './people.ts';
import { livePost } from './posts/posts.ts';
import type { Attachment, Post, World } from './world.ts';

/** In the words of the site; posts for everybody say nothing. */
const AUDIENCES: Readonly<Record<string, string>> = { CONNECTIONS: 'Connections only', LOGGED_IN: 'LinkedIn members' };

/** A post as readers see it. */
export function postView(world: World, post: Post): PostView {
  const { poll } = post;
  const audience = AUDIENCES[post.visibility];
  const parent = post.reshares === null ? undefined : livePost(world, post.reshares);
  return {
    network: 'linkedin',
    id: post.urn,
    url: urlOf(world, post),
    author: authorOf(world, post.author),
    text: post.text,
    ...(post.pieces.some(({ kind }) => kind !== 'text') && { pieces: post.pieces }),
    ...(audience !== undefined && { audience }),
    ...(post.card && { card: post.card }),
    ...(parent && { quote: quoteOf(world, parent) }),
    ...(poll && {
      poll: { question: poll.question, options: poll.options, endsAt: isoOf(post.createdAt + poll.lastsMs) },
    }),
    media: post.attachments.map(mediaView),
    aiGenerated: false,
    createdAt: isoOf(post.createdAt),
    comments: post.comments.map(({ urn, actor, text, createdAt, parent: answers }) => ({
      id: urn,
      author: actorOf(world, actor)?.username ?? actor,
      text,
      createdAt: isoOf(createdAt),
      ...(answers !== null && { answers }),
    })),
    repostedBy: [],
  };
}

const isoOf = (ms: number): string => new Date(ms).toISOString();

const urlOf = (world: World, { urn }: Post): string => `${world.context.urlOf('linkedin', 'www')}/feed/update/${urn}`;

function authorOf(world: World, urn: string): AuthorView {
  const { id, username, name } = actorOf(world, urn) ?? { id: '', username: '', name: '' };
  return { id, username, name };
}

function quoteOf(world: World, post: Post): QuoteView {
  return {
    url: urlOf(world, post),
    author: authorOf(world, post.author),
    text: post.text,
    createdAt: isoOf(post.createdAt),
  };
}

function mediaView({ media, altText, title }: Attachment): PostView['media'][number] {
  const { captionsLanguage: language, pages } = media;
  return {
    type: media.kind,
    url: media.file?.blob.url ?? '',
    coverUrl: media.coverUrl,
    altText,
    ...(language !== null && { captions: [{ language, name: language }] }),
    ...(title !== null && media.kind === 'document' && { title }),
    ...(pages !== null && { pages }),
    thumbOffsetMs: null,
  };
}
