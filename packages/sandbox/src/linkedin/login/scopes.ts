// Microsoft Learn, LinkedIn "Getting access" and Community Management overview, checked 2026-11.
const labels: Readonly<Record<string, string>> = {
  openid: 'Sign in with your LinkedIn account',
  profile: 'Use your name and photo',
  email: 'Use the primary email address of your LinkedIn account',
  w_member_social: 'Create, modify, and delete posts, comments, and reactions on your behalf',
  r_basicprofile: 'Use your name, photo, headline, and public profile URL',
  r_organization_admin: "Retrieve your organizations' pages and their reporting data",
  rw_organization_admin: "Manage your organizations' pages and retrieve reporting data",
  w_organization_social: "Create, modify, and delete posts, comments, and reactions on your organization's behalf",
  r_organization_social: "Retrieve your organization's posts, comments, and reactions",
  w_member_social_feed: 'Create, modify, and delete comments and reactions on your behalf',
  w_organization_social_feed: "Create, modify, and delete comments and reactions on your organization's behalf",
  r_organization_social_feed: "Retrieve comments and reactions on your organization's posts",
  r_organization_followers: "Use your followers' data so your organization can mention them in posts",
  r_member_postAnalytics: 'Retrieve analytics of your posts',
};

/** Default scopes of an app: all that LinkedIn grants, without `r_member_social*`. */
export const openScopes: readonly string[] = Object.keys(labels);

export function scopeLabel(scope: string): string {
  return labels[scope] ?? scope;
}
