import type { NetworkName } from '../simulator.ts';

/**
 * A piece of a text with its meaning on the network. A spoiler is covered until a reader taps it.
 */
export type TextPiece = { readonly kind: 'text' | 'hashtag' | 'mention' | 'spoiler'; readonly text: string };

/** The preview of a linked page below a post. */
export type LinkCard = {
  readonly url: string;
  readonly title: string;
  readonly description: string | null;
  readonly imageUrl: string | null;
};

/** The choices of a poll, and when it takes no more votes. */
export type PollView = {
  /** Absent where the text of the post asks. */
  readonly question?: string;
  readonly options: readonly string[];
  readonly endsAt: string;
};

/**
 * A tagged person; `x` and `y` are shares of width and height, null for a tag without a position.
 */
export type PersonTag = { readonly username: string; readonly x: number | null; readonly y: number | null };

export type MediaView = {
  readonly type: 'image' | 'video' | 'document';
  /** The title of a document; absent for other media. */
  readonly title?: string;
  /** The number of pages of a document; absent where nobody can count them. */
  readonly pages?: number;
  readonly url: string;
  readonly coverUrl: string | null;
  readonly altText: string | null;
  readonly thumbOffsetMs: number | null;
  /** Subtitles of a video. Absent without any. */
  readonly captions?: readonly { readonly language: string; readonly name: string }[];
  /** Absent where nobody is tagged. */
  readonly tags?: readonly PersonTag[];
};

export type AuthorView = { readonly id: string; readonly username: string; readonly name: string };

/** Another post inside a post: a quote, or a reshare. */
export type QuoteView = {
  readonly url: string;
  readonly author: AuthorView;
  readonly text: string;
  readonly createdAt: string;
};

/** A long text behind a post, in pieces with the same styles. */
export type AttachedText = {
  readonly pieces: readonly { readonly text: string; readonly styles: readonly string[] }[];
  readonly link: string | null;
};

/** A comment, a reply, or the next post of a chain. */
export type CommentView = {
  readonly id: string;
  readonly author: string;
  readonly text: string;
  readonly createdAt: string;
  /** The comment that it answers; absent for the post itself. */
  readonly answers?: string;
  /** Absent for none. */
  readonly media?: readonly MediaView[];
};

/** Values of a post that an editor of a website sees and sets. */
export type ArticleView = {
  readonly title: string;
  readonly excerpt: string;
  readonly slug: string;
  readonly status: string;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
};

/** A published post as a person would see it. Optional fields are absent where a post has none. */
export type PostView = {
  readonly network: NetworkName;
  readonly id: string;
  readonly url: string;
  readonly author: AuthorView;
  /** User names of the others whose post it is too. */
  readonly coauthors?: readonly string[];
  /** The place on the network: a community, a hub and its spaces. */
  readonly place?: string;
  /** Posts that the network shows apart from others. */
  readonly format?: 'story' | 'reel' | 'trial_reel' | 'ghost';
  /** True for a reel that is not among the posts of the profile. */
  readonly isReelsOnly?: true;
  /** The time at which a story or ghost post leaves the profile. */
  readonly expiresAt?: string;
  /** The text that readers see (for linkedin the rendered text, markup resolved or cut). */
  readonly text: string;
  /** The pieces of `text`, where some are not plain text. */
  readonly pieces?: readonly TextPiece[];
  readonly topic?: string;
  readonly location?: string;
  /** The name of the sound of a reel. */
  readonly audio?: string;
  /** Present on paid partnerships: whom with, if that is named. */
  readonly sponsors?: readonly string[];
  /** The people who see the post, where that is not everybody. */
  readonly audience?: string;
  /** People who are tagged in the media as a whole. */
  readonly tagged?: readonly string[];
  readonly card?: LinkCard;
  readonly quote?: QuoteView;
  readonly gif?: { readonly provider: string; readonly id: string };
  readonly attachedText?: AttachedText;
  readonly article?: ArticleView;
  /** Notes that readers see beside the post, such as who may reply. */
  readonly notes?: readonly string[];
  readonly poll?: PollView;
  /** The reason why the media are covered until a reader taps them. */
  readonly cover?: string;
  readonly media: readonly MediaView[];
  readonly aiGenerated: boolean;
  readonly createdAt: string;
  /** Everything below the post. */
  readonly comments: readonly CommentView[];
  readonly repostedBy: readonly string[];
};
