import { escapeHtml } from '@fanfare/rules';
import type { MailContent } from './sealed-mail.ts';

/** The parts of a mail, plain text each. */
export type MailParts = {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Where the button leads; null for a mail without one. */
  readonly action: { readonly label: string; readonly url: string } | null;
  /** Who asked, for whom, until when. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly closing: string;
};

/** The one template of all mails, as text and as HTML without pictures or outside requests. */
export function composeMail(parts: MailParts): MailContent {
  return { subject: oneLine(parts.subject), text: textOf(parts), html: htmlOf(parts) };
}

/** Names of people's things end up here; a header field is one line. */
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

const GROUND = 'margin:0;padding:24px 16px;background:#f3f2ee;color:#16181d;font:16px/1.55 system-ui,sans-serif';
const PAPER = 'max-width:440px;margin:0 auto;padding:32px;background:#fff;border:1px solid #dcdad2;border-radius:16px';
const BUTTON =
  'display:inline-block;padding:14px 24px;border-radius:10px;background:#c2410c;color:#fff;font-weight:650;text-decoration:none';

function htmlOf({ subject, heading, paragraphs, action, facts, closing }: MailParts): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td style="padding:6px 24px 6px 0;color:#5c6270;vertical-align:top">${escapeHtml(name)}</td><td style="padding:6px 0;font-weight:600">${escapeHtml(value)}</td></tr>`,
  );
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(oneLine(subject))}</title></head>`,
    `<body style="${GROUND}"><div style="${PAPER}"><p style="margin:0 0 24px;font-weight:700;color:#c2410c">Fanfare</p>`,
    `<h1 style="margin:0 0 12px;font-size:24px;line-height:1.25">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`),
    ...(action
      ? [
          `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="${BUTTON}">${escapeHtml(action.label)}</a></p>`,
          `<p style="margin:0 0 16px;font-size:14px;color:#5c6270">Or copy this address:<br><span style="overflow-wrap:anywhere">${escapeHtml(action.url)}</span></p>`,
        ]
      : []),
    `<table style="margin:24px 0;border-collapse:collapse;font-size:14px">${rows.join('')}</table>`,
    `<p style="margin:0;font-size:14px;color:#5c6270">${escapeHtml(closing)}</p></div></body></html>`,
  ].join('\n');
}
