import { createHash } from 'node:crypto';
import { accentCss, pageStyle } from '@fanfare/design-tokens';
import type { Installation } from '../config/installation/installation-settings.ts';
import type { Brand } from './html-page.ts';
import { installationLogoUrl } from './installation-logo.routes.ts';

/**
 * Outlook on Windows shows no WebP (github.com/WordPress/performance, issue 74), and most mail
 * programs no SVG (docs.bird.com, Email Media Support Guide); both checked 2026-11.
 */
const MAIL_IMAGES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg']);

export type InlineStyle = { readonly css: string; readonly sha256: string };

export function brandOf(installation: Installation, baseUrl: string): Brand {
  const { logo, colour } = installation;
  const accent = colour?.accent ?? null;
  const style = pageStyle(accent);
  return {
    name: installation.name,
    logoUrl: installationLogoUrl(baseUrl, installation),
    style,
    styleSha256: sha256(style),
    accent,
    mailLogo: logo !== null && MAIL_IMAGES.has(logo.contentType) ? logo : null,
  };
}

/** Colours of the installation for the dashboard; null for the built ones. */
export function dashboardStyle({ colour }: Installation): InlineStyle | null {
  if (colour === null) return null;
  const css = accentCss(colour.accent);
  return { css, sha256: sha256(css) };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');
