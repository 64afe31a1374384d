import type { MediaType, Platform, Post } from '@fanfare/sdk';

export type Media = {
  /** A key of this page alone, so that a picture keeps its place on the screen. */
  readonly key: string;
  readonly type: MediaType;
  readonly url: string;
  readonly altText: string;
  /** The title of a document; empty for the name of its file. */
  readonly title: string;
  readonly coverUrl: string;
  /** Milliseconds as they were typed; empty for none. */
  readonly thumbOffsetMs: string;
};

/** Words that are written once, or for one account in place of it. */
export type Words = {
  readonly content: string;
  readonly media: readonly Media[];
  readonly firstComment: string;
};

export type TargetForm = {
  readonly accountId: string;
  readonly platform: Platform;
  /** The words of this account alone; null when it gets those of the post. */
  readonly own: Words | null;
  /** The space of a hub account; null for the default. */
  readonly spaceSlug: string | null;
};

/** Everything that the composer keeps in a draft. */
export type Form = Words & {
  readonly targets: readonly TargetForm[];
  readonly aiGenerated: boolean;
  /** Options by their names, for each target whose network has them. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Whether LinkedIn shows the first link as a card. */
  readonly linkCard: boolean;
  /** Date and time in the zone of the person, `2026-12-24T18:00`; empty for none. */
  readonly publishAt: string;
};

export const EMPTY_FORM: Form = {
  content: '',
  media: [],
  firstComment: '',
  targets: [],
  aiGenerated: false,
  options: {},
  linkCard: true,
  publishAt: '',
};

export const newMedia = (type: Media['type'], url: string): Media => ({
  key: crypto.randomUUID(),
  type,
  url,
  altText: '',
  title: '',
  coverUrl: '',
  thumbOffsetMs: '',
});

const wordsOf = ({ content, mediaItems, firstComment }: Post['targets'][number]['requested']): Words => ({
  content,
  media: mediaItems.map(({ type, url, altText, title, coverUrl, thumbOffsetMs }) => ({
    ...newMedia(type, url),
    altText: altText ?? '',
    title: title ?? '',
    coverUrl: coverUrl ?? '',
    thumbOffsetMs: thumbOffsetMs?.toString() ?? '',
  })),
  firstComment: firstComment ?? '',
});

const plain = (words: Words): string =>
  JSON.stringify([words.content, words.media.map(({ key: _, ...item }) => item), words.firstComment]);

/** Options without a field of their own in the form. */
function optionsOf(requested: Post['targets'][number]['requested']) {
  const { content, mediaItems, firstComment, aiGenerated, spaceSlug, link, ...options } = requested;
  return options;
}

/** The form that publishes the same as a post. What most targets share is written once. */
export function formOfPost(post: Post): Form {
  const all = post.targets.map(({ requested }) => wordsOf(requested));
  // A target without comments shows none: the shared words are those of a target that has them.
  const shared =
    all.find(({ content, firstComment }) => content === post.content && firstComment !== '') ??
    all.find(({ content }) => content === post.content) ??
    all[0];
  const words = shared ?? EMPTY_FORM;
  const isShared = (own: Words): boolean =>
    plain(own) === plain(words) || plain({ ...own, firstComment: words.firstComment }) === plain(words);
  return {
    ...EMPTY_FORM,
    ...words,
    targets: post.targets.map(({ accountId, platform, requested }, i) => ({
      accountId,
      platform,
      own: isShared(all[i]!) ? null : all[i]!,
      spaceSlug: requested.spaceSlug,
    })),
    aiGenerated: post.targets.some(({ requested }) => requested.aiGenerated),
    options: Object.assign({}, ...post.targets.map(({ requested }) => optionsOf(requested))),
    linkCard: !post.targets.some(({ requested }) => requested.link === 'none'),
  };
}
