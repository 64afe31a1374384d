import { escapeHtml, type HtmlPage } from '@fanfare/rules';

/** Page for a person whose browser says nothing about their cell: they choose it once. */
export const chooseCellPage = (
  base: string,
  { labels, next }: { readonly labels: readonly string[]; readonly next: string | null },
): HtmlPage => {
  const rest = next === null ? '' : `<input type="hidden" name="next" value="${escapeHtml(next)}">`;
  const buttons = labels
    .map((label) => `<button type="submit" name="cell" value="${label}">${label}</button>`)
    .join('');
  return {
    title: 'Choose your region',
    body: `<h1>Where is your workspace?</h1><p>This service runs in several regions, and your workspace is in one of them. Its invitations and API keys name it: <code>…/invitations/<strong>${labels[0]}</strong>.…</code> or <code>fanfare_sk_<strong>${labels[0]}</strong>_…</code></p><form method="get" action="${escapeHtml(base)}/sign-in">${rest}${buttons}</form><p class="small">This browser remembers the choice once you have signed in.</p>`,
  };
};
