// Rights of the roles of WordPress, as far as posts go (WordPress 6.1.9,
// wp-admin/includes/schema.php, checked 2026-11).
const reader = ['read'];
const contributor = [...reader, 'edit_posts', 'delete_posts'];
const author = [...contributor, 'upload_files', 'publish_posts', 'edit_published_posts', 'delete_published_posts'];
const editor = [
  ...author,
  'moderate_comments',
  'manage_categories',
  'unfiltered_html',
  'edit_others_posts',
  'delete_others_posts',
  'edit_private_posts',
  'read_private_posts',
];
const administrator = [...editor, 'manage_options', 'list_users', 'edit_users', 'create_users'];

const roles = { administrator, editor, author, contributor, subscriber: reader } as const;

export function isRole(right: string): right is keyof typeof roles {
  return Object.hasOwn(roles, right);
}

export function capabilitiesOf(right: string): readonly string[] {
  return isRole(right) ? roles[right] : [];
}
