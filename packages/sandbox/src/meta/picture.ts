import type { SandboxContext } from '../simulator.ts';

/** Address of a person's picture: their initials on a colour made from the user name. */
export function pictureUrl(
  deps: { readonly context: Pick<SandboxContext, 'blobs'> },
  person: { readonly username: string; readonly name: string },
): string {
  const hue = [...person.username].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 360, 7);
  const initials = person.name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '')
    .join('')
    .toUpperCase();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="hsl(${hue} 55% 45%)"/><text x="48" y="61" text-anchor="middle" font-family="sans-serif" font-size="38" fill="#fff">${initials}</text></svg>`;
  // The same bytes are kept once, so a second call costs nothing.
  return deps.context.blobs.put(Buffer.from(svg), 'image/svg+xml').url;
}
