const LONGEST = 160;

/** The first paragraph of a page as plain text for search engines, cut after a word. */
export function descriptionOf(markdown: string): string {
  const paragraphs = markdown.replaceAll(/<!--.*?-->/gs, '').split(/\n{2,}/);
  const first = paragraphs.find((text) => /^(?![#|<!`\-\d>])\S/.test(text.trim())) ?? '';
  const text = first
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST).replace(/\s\S*$/, '')} …`;
}
