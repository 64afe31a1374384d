import type { Platform, Post } from '@fanfare/sdk';

export type Media = {
  /** Of this page alone, so that a picture keeps its place on the screen. */
  readonly key: string;
  readonly type: 'image' | 'video';
  readonly url: string;
  readonly altText: string;
  readonly coverUrl: string;
  /** Milliseconds as they were typed; empty for none. */
  readonly thumbOffsetMs: string;
};

/** What is written once, or for one account in place of it. */
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
  /** Of a hub account; null for its default. */
  readonly spaceSlug: string | null;
};

/** Everything that the composer keeps in a draft. */
export type Form = Words & {
  readonly targets: readonly TargetForm[];
  readonly aiGenerated: boolean;
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
  linkCard: true,
  publishAt: '',
};

/** The form of a draft. Fields that an older version did not have are as in an empty form. */
export const readForm = (body: Readonly<Record<string, unknown>>): Form => ({
  ...EMPTY_FORM,
  ...(body as Partial<Form>),
});

export const newMedia = (type: Media['type'], url: string): Media => ({
  key: crypto.randomUUID(),
  type,
  url,
  altText: '',
  coverUrl: '',
  thumbOffsetMs: '',
});

const wordsOf = ({ content, mediaItems, firstComment }: Post['targets'][number]['requested']): Words => ({
  content,
  media: mediaItems.map(({ type, url, altText, coverUrl, thumbOffsetMs }) => ({
    ...newMedia(type, url),
    altText: altText ?? '',
    coverUrl: coverUrl ?? '',
    thumbOffsetMs: thumbOffsetMs?.toString() ?? '',
  })),
  firstComment: firstComment ?? '',
});

const plain = (words: Words): string =>
  JSON.stringify([words.content, words.media.map(({ key: _, ...item }) => item), words.firstComment]);

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
    linkCard: !post.targets.some(({ requested }) => requested.link === 'none'),
  };
}

/** In which fields the words of one account differ from those of the post. */
export function differences(own: Words, words: Words): string[] {
  const media = (of: Words) => JSON.stringify(of.media.map(({ key: _, ...item }) => item));
  return [
    ...(own.content === words.content ? [] : ['text']),
    ...(media(own) === media(words) ? [] : ['media']),
    ...(own.firstComment === words.firstComment ? [] : ['first comment']),
  ];
}

/** Whether two forms are the same. The database keeps the fields of a draft in another order. */
export const isSameForm = (one: Form, other: Form): boolean => sorted(one) === sorted(other);

const sorted = (form: Form): string =>
  JSON.stringify(form, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
