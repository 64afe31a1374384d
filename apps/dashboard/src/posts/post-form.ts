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

/** A post of a chain after its first. */
export type ChainPost = {
  /** A key of this page alone, as that of a picture. */
  readonly key: string;
  readonly content: string;
  readonly media: readonly Media[];
};

export const DELAY_UNITS = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 } as const;
export type DelayUnit = keyof typeof DELAY_UNITS;

/** A comment of the author besides the first one. */
export type FurtherComment = {
  readonly key: string;
  readonly content: string;
  /** Time after the post as it was typed; empty for at once. */
  readonly after: string;
  readonly unit: DelayUnit;
};

/** Words that are written once, or for one account in place of it. */
export type Words = {
  readonly content: string;
  readonly media: readonly Media[];
  readonly firstComment: string;
  /** The posts that follow this one, on networks with chains. */
  readonly thread: readonly ChainPost[];
  readonly firstComments: readonly FurtherComment[];
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

export const EMPTY_WORDS: Words = { content: '', media: [], firstComment: '', thread: [], firstComments: [] };

export const EMPTY_FORM: Form = {
  ...EMPTY_WORDS,
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

type Requested = Post['targets'][number]['requested'];

const mediaOf = (items: Requested['mediaItems']): Media[] =>
  items.map(({ type, url, altText, title, coverUrl, thumbOffsetMs }) => ({
    ...newMedia(type, url),
    altText: altText ?? '',
    title: title ?? '',
    coverUrl: coverUrl ?? '',
    thumbOffsetMs: thumbOffsetMs?.toString() ?? '',
  }));

export const newChainPost = (content = '', media: readonly Media[] = []): ChainPost => ({
  ...{ key: crypto.randomUUID(), content, media },
});

/** A further comment, with its delay in the largest unit that has no fraction. */
export function newComment(content = '', afterSeconds = 0): FurtherComment {
  const units = Object.entries(DELAY_UNITS) as [DelayUnit, number][];
  const [unit, seconds] = units.findLast(([, length]) => afterSeconds % length === 0 && afterSeconds > 0) ?? [
    'minutes' as const,
    DELAY_UNITS.minutes,
  ];
  const after = afterSeconds === 0 ? '' : String(afterSeconds / seconds);
  return { ...{ key: crypto.randomUUID(), content }, after, unit };
}

const wordsOf = ({ content, mediaItems, firstComment, thread = [], firstComments = [] }: Requested): Words => ({
  content,
  media: mediaOf(mediaItems),
  firstComment: firstComment ?? '',
  thread: thread.slice(1).map((one) => newChainPost(one.content, mediaOf(one.mediaItems ?? []))),
  firstComments: firstComments.map((one) => newComment(one.content, one.afterSeconds)),
});

/** Words without the keys of this page, to be compared. */
export const plainWords = (words: Words): string =>
  JSON.stringify(
    [words.content, words.media, words.firstComment, words.thread, words.firstComments],
    (name, value: unknown) => (name === 'key' ? undefined : value),
  );

/** Parts of shared words that these networks never have: their absence says nothing. */
const LACKING: Readonly<Record<string, readonly ('firstComment' | 'firstComments' | 'thread')[]>> = {
  instagram: ['thread'],
  linkedin: ['thread'],
  x: ['firstComment', 'firstComments'],
  hub: ['firstComment', 'firstComments', 'thread'],
};

/** Options without a field of their own in the form. */
function optionsOf(requested: Requested) {
  const { content, mediaItems, firstComment, aiGenerated, spaceSlug, link, thread, firstComments, ...options } =
    requested;
  return options;
}

/** The form that publishes the same as a post. What most targets share is written once. */
export function formOfPost(post: Post): Form {
  const all = post.targets.map(({ requested }) => wordsOf(requested));
  // A target without comments or a chain shows none: the shared words are those that say the most.
  const [shared] = all
    .filter(({ content }) => content === post.content)
    .toSorted((one, other) => plainWords(other).length - plainWords(one).length);
  const words = shared ?? all[0] ?? EMPTY_WORDS;
  const isShared = (own: Words, platform: string): boolean => {
    const lacking = (LACKING[platform] ?? []).filter((part) => own[part].length === 0);
    return (
      plainWords({ ...own, ...Object.fromEntries(lacking.map((part) => [part, words[part]])) }) === plainWords(words)
    );
  };
  return {
    ...EMPTY_FORM,
    ...words,
    targets: post.targets.map(({ accountId, platform, requested }, i) => ({
      accountId,
      platform,
      own: isShared(all[i]!, platform) ? null : all[i]!,
      spaceSlug: requested.spaceSlug,
    })),
    aiGenerated: post.targets.some(({ requested }) => requested.aiGenerated),
    options: Object.assign({}, ...post.targets.map(({ requested }) => optionsOf(requested))),
    linkCard: !post.targets.some(({ requested }) => requested.link === 'none'),
  };
}
