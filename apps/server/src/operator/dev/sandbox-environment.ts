import { LINKEDIN_PAGE_SCOPES } from '@fanfare/network-linkedin';

/** Settings that point every network at a sandbox, with the app credentials it knows. */
export function sandboxEnvironment(sandboxUrl: string): Record<string, string> {
  const credentials = (network: string): [string, string][] => [
    [`${network.toUpperCase()}_CLIENT_ID`, `sandbox-${network}-app`],
    [`${network.toUpperCase()}_CLIENT_SECRET`, `sandbox-${network}-secret`],
  ];
  return {
    ...Object.fromEntries(['instagram', 'threads', 'x', 'linkedin'].flatMap(credentials)),
    INSTAGRAM_WWW_URL: `${sandboxUrl}/instagram/www`,
    INSTAGRAM_API_URL: `${sandboxUrl}/instagram/api`,
    INSTAGRAM_GRAPH_URL: `${sandboxUrl}/instagram/graph`,
    THREADS_WWW_URL: `${sandboxUrl}/threads/www`,
    THREADS_GRAPH_URL: `${sandboxUrl}/threads/graph`,
    X_API_URL: `${sandboxUrl}/x/api`,
    X_WEB_URL: `${sandboxUrl}/x/web`,
    LINKEDIN_API_URL: `${sandboxUrl}/linkedin/api`,
    LINKEDIN_WWW_URL: `${sandboxUrl}/linkedin/www`,
    // The sandbox's app is approved for pages and their followers.
    LINKEDIN_SCOPES: [...LINKEDIN_PAGE_SCOPES, 'r_organization_followers'].join(' '),
  };
}
