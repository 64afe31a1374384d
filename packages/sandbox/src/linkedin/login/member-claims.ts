import { html, toText } from '../../html.ts';
import type { Member, World } from '../world.ts';

/** The OpenID claims: `sub`, the rest by scope (Sign In with LinkedIn, checked 2026-11). */
export function memberClaims(world: World, member: Member, scopes: ReadonlySet<string>) {
  const { given, family } = nameParts(member.name);
  return {
    sub: member.id,
    ...(scopes.has('profile') && {
      name: member.name,
      given_name: given,
      family_name: family,
      picture: pictureUrl(world, member.name),
      locale: { country: 'US', language: 'en' },
    }),
    ...(scopes.has('email') && { email: member.email, email_verified: true }),
  };
}

export function nameParts(name: string): { readonly given: string; readonly family: string } {
  const at = name.lastIndexOf(' ');
  return at === -1 ? { given: name, family: '' } : { given: name.slice(0, at), family: name.slice(at + 1) };
}

/** A picture with the initials, in memory like every other file. */
function pictureUrl(world: World, name: string): string {
  const { given, family } = nameParts(name);
  const drawing = html`<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="#0a66c2"/><text x="50" y="64" font-family="sans-serif" font-size="40" text-anchor="middle" fill="#fff">${given.charAt(0)}${family.charAt(0)}</text></svg>`;
  return world.context.blobs.put(Buffer.from(toText(drawing)), 'image/svg+xml').url;
}
