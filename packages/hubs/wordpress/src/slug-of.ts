import type { WordPressOptions } from '@fanfare/contract';
import { type HubPost, postSlug } from '@fanfare/hub';

/** The options of a post on WordPress. */
export const optionsOf = ({ options }: HubPost): WordPressOptions => options?.wordpress ?? {};

/** The slug by which the draft of a write is found, and its uploads. */
export const slugOf = (post: HubPost, key: string): string => postSlug(optionsOf(post).title ?? post.text, key);
