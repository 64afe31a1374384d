import type { ScopeCatalogue } from '../meta/login/authorize-window.ts';

export const BASIC = 'threads_basic';
export const CONTENT_PUBLISH = 'threads_content_publish';
export const MANAGE_REPLIES = 'threads_manage_replies';
export const READ_REPLIES = 'threads_read_replies';
export const MANAGE_INSIGHTS = 'threads_manage_insights';
export const DELETE = 'threads_delete';
export const SHARE_TO_INSTAGRAM = 'threads_share_to_instagram';
export const LOCATION_TAGGING = 'threads_location_tagging';

/** Permissions of Threads (Meta, get started, 2026-10); all but the first optional. */
export const threadsScopes: ScopeCatalogue = [
  { value: BASIC, label: 'See your profile and your posts', mandatory: true },
  { value: CONTENT_PUBLISH, label: 'Publish posts for you', mandatory: false },
  { value: MANAGE_REPLIES, label: 'Write and hide replies', mandatory: false },
  { value: READ_REPLIES, label: 'Read replies to your posts', mandatory: false },
  { value: MANAGE_INSIGHTS, label: 'See how your posts do', mandatory: false },
  { value: DELETE, label: 'Delete your posts', mandatory: false },
  { value: 'threads_manage_mentions', label: 'See posts that mention you', mandatory: false },
  { value: 'threads_keyword_search', label: 'Search public posts', mandatory: false },
  { value: LOCATION_TAGGING, label: 'Add places to your posts', mandatory: false },
  { value: 'threads_profile_discovery', label: 'Look up public profiles', mandatory: false },
  { value: SHARE_TO_INSTAGRAM, label: 'Share your posts to Instagram', mandatory: false },
];
