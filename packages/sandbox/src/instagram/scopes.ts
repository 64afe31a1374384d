import type { ScopeCatalogue } from '../meta/login/authorize-window.ts';

export const BASIC = 'instagram_business_basic';
export const CONTENT_PUBLISH = 'instagram_business_content_publish';
export const MANAGE_COMMENTS = 'instagram_business_manage_comments';
export const MANAGE_INSIGHTS = 'instagram_business_manage_insights';

/** Permissions of Instagram Login (Meta, business login, 2026-03); all but the first optional. */
export const instagramScopes: ScopeCatalogue = [
  { value: BASIC, label: 'See your profile and your posts', mandatory: true },
  { value: CONTENT_PUBLISH, label: 'Publish posts for you', mandatory: false },
  { value: MANAGE_COMMENTS, label: 'Read and write comments on your posts', mandatory: false },
  { value: MANAGE_INSIGHTS, label: 'See how your posts do', mandatory: false },
  { value: 'instagram_business_manage_messages', label: 'Read and answer your messages', mandatory: false },
];
