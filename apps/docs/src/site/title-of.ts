/** The heading of a page, or what its front matter calls it. */
export const titleOf = (markdown: string): string =>
  (/^# (.+?)(?: \{#[^}]*\})?$/m.exec(markdown)?.[1] ?? /^title: (.+)$/m.exec(markdown)?.[1] ?? '').replaceAll('`', '');
