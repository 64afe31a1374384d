/**
 * WordPress takes `?rest_route=/wp/v2/posts` at its home as `/wp-json/wp/v2/posts`, whatever its permalinks are (REST API handbook, routes and
 * endpoints, checked 2026-11). The path with the rest of the query; null for an ordinary address.
 */
export function readRestRoute(path: string, query: string): { readonly path: string; readonly query: string } | null {
  if (path !== '/' && path !== '/index.php') return null;
  const params = new URLSearchParams(query);
  const route = params.get('rest_route');
  if (!route?.startsWith('/')) return null;
  params.delete('rest_route');
  return { path: `/wp-json${route}`, query: params.toString() };
}
