import type { Post } from '@fanfare/sdk';

type Texts = {
  readonly content: string;
  readonly targets: readonly { readonly requested: Pick<Post['targets'][number]['requested'], 'content'> }[];
};

const MAX_TITLE_CHARS = 70;

/** The text that names a post: its own, or that of its first target with one. */
export const textOf = ({ content, targets }: Texts): string =>
  [content, ...targets.map(({ requested }) => requested.content)].map((text) => text.trim()).find(Boolean) ?? '';

/** The text in a list, or that there is none. */
export const lineOf = (post: Texts): string => textOf(post) || 'Without text';

/** The first line of the text, short enough for a heading. */
export function titleOf(post: Texts): string {
  const [line = ''] = textOf(post).split('\n');
  const characters = [...line];
  if (characters.length === 0) return 'Post without text';
  return characters.length > MAX_TITLE_CHARS ? `${characters.slice(0, MAX_TITLE_CHARS - 1).join('')}…` : line;
}
