/** The marks of the networks as SVG elements in a box of 24 by 24, strokes of one weight. */
export const NETWORK_MARKS = {
  instagram:
    '<rect x="3.5" y="3.5" width="17" height="17" rx="5"/><circle cx="12" cy="12" r="4"/><path d="M16.75 7.25h.01"/>',
  threads:
    '<path d="M18.4 8.6C17.6 5.3 15.4 3.5 12 3.5c-4.6 0-7 3.2-7 8.5s2.4 8.5 7 8.5c3.9 0 6.3-2 6.3-4.7 0-3-2.7-4.5-6.2-4.5-2.3 0-3.9 1.1-3.9 2.8 0 1.5 1.3 2.5 3 2.5 2.2 0 3.6-1.5 3.6-4.3 0-2.6-1.1-3.9-3-3.9-1.3 0-2.2.5-2.8 1.5"/>',
  x: '<path d="M4 4h4.2L20 20h-4.2L4 4Zm.3 16 6.3-7M19.5 4l-5.9 6.5"/>',
  linkedin:
    '<rect x="3.5" y="3.5" width="17" height="17" rx="3"/><path d="M8 10.75v5.75M8 7.5h.01M12 16.5v-5.75M12 13.5c0-1.6 1-2.75 2.3-2.75S16.5 11.8 16.5 13.5v3"/>',
  hub: '<circle cx="12" cy="12" r="3"/><circle cx="5.5" cy="6" r="1.75"/><circle cx="18.5" cy="6" r="1.75"/><circle cx="12" cy="20" r="1.75"/><path d="m7 7.2 2.7 2.5M17 7.2l-2.7 2.5M12 15v3.25"/>',
} as const;

/** A network's mark for a server-rendered page; nothing for a network of an installation. */
export function networkMark(platform: string): string {
  if (!Object.hasOwn(NETWORK_MARKS, platform)) return '';
  const drawing = NETWORK_MARKS[platform as keyof typeof NETWORK_MARKS];
  return `<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">${drawing}</svg>`;
}
