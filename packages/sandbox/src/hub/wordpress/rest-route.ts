/** Paths beside `index.php`: files, the administration, and the REST API. */
const NOT_INDEX = /^\/(?:wp-(?:admin|content|includes|json)(?:\/|$)|wp-[\w-]+\.php$|\.well-known\/)/;

/**
 * WordPress takes `?rest_route=/wp/v2/posts` as `/wp-json/wp/v2/posts`, whatever its permalinks
 * are, and at every path that its `index.php` answers (REST API handbook, routes and endpoints;
 * WordPress 6.1.9, `rest_api_loaded`; checked 2026-11). The path with the rest of the query; null
 * for an ordinary address.
 */
export function readRestRoute(path: string, query: string): { readonly path: string; readonly query: string } | null {
  if (NOT_INDEX.test(path)) return null;
  const params = new URLSearchParams(query);
  const route = params.get('rest_route');
  if (!route?.startsWith('/')) return null;
  params.delete('rest_route');
  return { path: `/wp-json${route}`, query: params.toString() };
}
