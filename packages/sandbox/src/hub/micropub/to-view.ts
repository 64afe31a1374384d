import type { ArticleView, PostView } from '../../post/post-view.ts';
import { readContent } from '../content.ts';
import type { EditedPost } from '../editor-page.ts';
import { profileId } from '../users.ts';
import { copiesOf, livingNotes } from './note-store.ts';
import type { Note, World } from './world.ts';

/** A published post as the sandbox shows it. */
export function toPostView(world: World, note: Note): PostView {
  const author = world.hub.users.find(({ id }) => id === note.authorId);
  const channels = channelsOf(world, note);
  const text = note.contentHtml === null ? note.content : readContent(note.contentHtml).text;
  const notes = copiesOf(note).map((name) => `Also on ${name}`);
  return {
    network: 'hub',
    id: note.url,
    url: note.url,
    author: {
      id: author ? profileId(world.hub, author) : '',
      username: author?.username ?? '',
      name: author?.name ?? '',
    },
    place: [world.hub.name, ...channels].join(' · '),
    text: [note.name, text].filter((part) => part !== '').join('\n\n'),
    article: articleOf(note, channels),
    ...(notes.length > 0 && { notes }),
    media: note.photos.map(({ url, alt }) => ({
      type: 'image',
      url,
      coverUrl: null,
      altText: alt,
      thumbOffsetMs: null,
    })),
    aiGenerated: false,
    createdAt: new Date(note.published).toISOString(),
    comments: [],
    repostedBy: [],
  };
}

/** The values that an editor sees. Micropub calls tags categories; spaces are channels. */
function articleOf(note: Note, channels: readonly string[]): ArticleView {
  const summary = note.more.summary?.[0];
  return {
    title: note.name,
    excerpt: typeof summary === 'string' ? summary : '',
    slug: note.slug,
    status: note.status,
    categories: channels,
    tags: note.categories,
  };
}

/** All posts that are not deleted, newest first. */
export function editedPosts(world: World): readonly EditedPost[] {
  return livingNotes(world).map((note) => ({
    ...articleOf(note, channelsOf(world, note)),
    url: note.url,
    author: world.hub.users.find(({ id }) => id === note.authorId)?.name ?? '',
    publishedAt: note.published,
    imageUrl: note.photos[0]?.url ?? null,
  }));
}

const channelsOf = (world: World, note: Note): readonly string[] =>
  note.channels.map((uid) => world.channels.get(uid)?.name ?? uid);
