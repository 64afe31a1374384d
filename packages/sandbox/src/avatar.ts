import { type Html, html } from './html.ts';

/** A coloured circle with a person's initials; the same person always gets the same colour. */
export function avatar(name: string, seed: string): Html {
  let hue = 0;
  for (const character of seed) hue = (hue * 31 + character.charCodeAt(0)) % 360;
  const words = name.trim().split(/\s+/);
  const initials = [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase();
  return html`<span class="avatar" style="--hue:${hue}" aria-hidden="true">${initials}</span>`;
}
