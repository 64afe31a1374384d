import { escapeHtml } from './page-security.ts';

const NAME_CHARACTERS = 80;

/** The second button of a connect link's page. It is part of the same form, so it needs the same token. */
export const CANCEL_BUTTON =
  '<button class="plain" type="submit" name="answer" value="cancel">Cancel, connect nothing</button>';

/** Whether `CANCEL_BUTTON` was pressed, by the field `answer` of the form. */
export const isCancel = (answer: unknown): boolean => answer === 'cancel';

/** A name from outside as HTML: at most 80 characters, and it cannot turn the direction of the text around it. */
export function nameHtml(name: string): string {
  const plain = [...name.replace(/[\p{Bidi_Control}\p{Cc}]/gu, '')];
  const isLong = plain.length > NAME_CHARACTERS;
  return escapeHtml(isLong ? `${plain.slice(0, NAME_CHARACTERS - 1).join('')}…` : plain.join(''));
}

/** The button that leads back to the caller from a page that does not redirect; nothing where the address is not known. */
export const backLink = (redirectUrl: string | null): string =>
  redirectUrl === null
    ? ''
    : `<p><a class="button" href="${escapeHtml(redirectUrl)}" rel="noreferrer">Back to ${escapeHtml(new URL(redirectUrl).host)}</a></p>`;

/** What the page says after a connect flow without `redirectUrl`: the account, and the pages that were connected with it. */
export function connectedHtml(network: string, username: string, pages: readonly string[]): string {
  const name = nameHtml(username);
  const said =
    pages.length === 0
      ? `<p>The account <strong>${name}</strong> can now be published to. You can close this page.</p>`
      : `<p>These accounts can now be published to:</p><ul><li><strong>${name}</strong> your profile</li>${pages.map((page) => `<li><strong>${nameHtml(page)}</strong> page</li>`).join('')}</ul><p>You can close this page.</p>`;
  return `<h1>${escapeHtml(network)} is connected</h1>${said}`;
}
