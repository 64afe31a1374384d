import { type ColourName, colourOf } from '@fanfare/design-tokens';
import { escapeHtml } from '@fanfare/rules';
import type { Brand as PageBrand } from '../../http/html-page.ts';
import type { MailContent } from './sealed-mail.ts';

export type MailParts = {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Button of the mail; null for none. */
  readonly action: { readonly label: string; readonly url: string } | null;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly closing: string;
};

/** Content id of the logo in a mail. */
export const LOGO_ID = 'installation-logo';

type Brand = Pick<PageBrand, 'name' | 'accent' | 'mailLogo'>;

/** Renders every mail as text and as HTML without outside requests; the logo is attached. */
export function composeMail(brand: Brand, parts: MailParts): MailContent {
  return { subject: oneLine(parts.subject), text: textOf(parts), html: htmlOf(brand, parts) };
}

/** Makes one line of a text, because people name things and a header field is one line. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

function textOf({ heading, paragraphs, action, facts, closing }: MailParts): string {
  return [
    oneLine(heading),
    ...paragraphs.map(oneLine),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    facts.map(([name, value]) => `${name}: ${oneLine(value)}`).join('\n'),
    closing,
  ].join('\n\n');
}

/** Elements carry the light style for programs that know no dark scheme or drop the style. */
const styleOf = ({ accent }: Brand) => {
  const light = (name: ColourName): string => colourOf(accent, name).light;
  const dark = (name: ColourName): string => colourOf(accent, name).dark;
  return {
    ground: `margin:0;padding:24px 16px;background:${light('ground')};color:${light('ink')};font:16px/1.55 system-ui,sans-serif`,
    paper: `max-width:440px;margin:0 auto;padding:32px;background:${light('paper')};border:1px solid ${light('line')};border-radius:14px`,
    brand: `margin:0 0 24px;font-weight:700;color:${light('accent')}`,
    button: `display:inline-block;padding:14px 24px;border-radius:8px;background:${light('accent')};color:${light('on-accent')};font-weight:650;text-decoration:none`,
    quiet: `color:${light('quiet')}`,
    dark: `@media (prefers-color-scheme:dark){.ground{background:${dark('ground')}!important;color:${dark('ink')}!important}.paper{background:${dark('paper')}!important;border-color:${dark('line')}!important}.brand{color:${dark('accent')}!important}.button{background:${dark('accent')}!important;color:${dark('on-accent')}!important}.quiet{color:${dark('quiet')}!important}}`,
  };
};

function htmlOf(brand: Brand, { subject, heading, paragraphs, action, facts, closing }: MailParts): string {
  const style = styleOf(brand);
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td class="quiet" style="padding:6px 24px 6px 0;${style.quiet};vertical-align:top;white-space:nowrap">${escapeHtml(name)}</td><td style="padding:6px 0;font-weight:600;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`,
  );
  const logo =
    brand.mailLogo === null
      ? ''
      : `<img src="cid:${LOGO_ID}" alt="" height="32" style="height:32px;max-width:120px;margin-right:10px;border-radius:6px;vertical-align:middle">`;
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(oneLine(subject))}</title><style>${style.dark}</style></head>`,
    `<body class="ground" style="${style.ground}"><div class="paper" style="${style.paper}"><p class="brand" style="${style.brand}">${logo}${escapeHtml(brand.name)}</p>`,
    `<h1 style="margin:0 0 12px;font-size:24px;line-height:1.25">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`),
    ...(action
      ? [
          `<p style="margin:24px 0"><a class="button" href="${escapeHtml(action.url)}" style="${style.button}">${escapeHtml(action.label)}</a></p>`,
          `<p class="quiet" style="margin:0 0 16px;font-size:14px;${style.quiet}">Or copy this address:<br><span style="overflow-wrap:anywhere">${escapeHtml(action.url)}</span></p>`,
        ]
      : []),
    `<table style="margin:24px 0;border-collapse:collapse;font-size:14px">${rows.join('')}</table>`,
    `<p class="quiet" style="margin:0;font-size:14px;${style.quiet}">${escapeHtml(closing)}</p></div></body></html>`,
  ].join('\n');
}
