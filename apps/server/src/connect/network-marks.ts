import type { OAuthPlatform } from '@fanfare/contract';

/** The drawings of the dashboard (apps/dashboard/src/icons/network-mark.tsx), in one weight. An installation's own network has none. */
const PATHS: Readonly<Partial<Record<OAuthPlatform, string>>> = {
  instagram:
    '<rect x="3.5" y="3.5" width="17" height="17" rx="5"/><circle cx="12" cy="12" r="4"/><path d="M16.75 7.25h.01"/>',
  threads:
    '<path d="M18.4 8.6C17.6 5.3 15.4 3.5 12 3.5c-4.6 0-7 3.2-7 8.5s2.4 8.5 7 8.5c3.9 0 6.3-2 6.3-4.7 0-3-2.7-4.5-6.2-4.5-2.3 0-3.9 1.1-3.9 2.8 0 1.5 1.3 2.5 3 2.5 2.2 0 3.6-1.5 3.6-4.3 0-2.6-1.1-3.9-3-3.9-1.3 0-2.2.5-2.8 1.5"/>',
  x: '<path d="M4 4h4.2L20 20h-4.2L4 4Zm.3 16 6.3-7M19.5 4l-5.9 6.5"/>',
  linkedin:
    '<rect x="3.5" y="3.5" width="17" height="17" rx="3"/><path d="M8 10.75v5.75M8 7.5h.01M12 16.5v-5.75M12 13.5c0-1.6 1-2.75 2.3-2.75S16.5 11.8 16.5 13.5v3"/>',
};

/** A network's mark as SVG, for a place where its name stands too. */
export function networkMark(platform: OAuthPlatform): string {
  const paths = PATHS[platform];
  return paths === undefined ? '' : `<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">${paths}</svg>`;
}
