import { escapeHtml } from './page-security.ts';

const NAME_CHARACTERS = 80;

/** The second button of a link's page, in the same form with the same token. */
export const CANCEL_BUTTON =
  '<button class="plain" type="submit" name="answer" value="cancel">Cancel, connect nothing</button>';

/** Whether `CANCEL_BUTTON` was pressed, by the field `answer` of the form. */
export const isCancel = (answer: unknown): boolean => answer === 'cancel';

/** A name from outside as HTML: at most 80 characters, without effect on text direction. */
export function nameHtml(name: string): string {
  const plain = [...name.replace(/[\p{Bidi_Control}\p{Cc}]/gu, '')];
  const isLong = plain.length > NAME_CHARACTERS;
  return escapeHtml(isLong ? `${plain.slice(0, NAME_CHARACTERS - 1).join('')}…` : plain.join(''));
}

/** The button back to the caller; nothing where the address is unknown. */
export const backLink = (redirectUrl: string | null): string =>
  redirectUrl === null
    ? ''
    : `<p><a class="button" href="${escapeHtml(redirectUrl)}" rel="noreferrer">Back to ${escapeHtml(new URL(redirectUrl).host)}</a></p>`;
