const markup = Symbol('markup');

/** Text that is safe in a page. Only `html` and `trusted` create it. */
export type Html = { readonly [markup]: string };

type Part = string | number | Html | readonly Part[] | null | false;

/**
 * Builds markup; every value is escaped unless it is markup itself. Lists are joined, `null` and
 * `false` become nothing.
 *
 * @example
 * html`<p title="${title}">${isNew && html`<b>new</b>`}</p>`
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = strings[0] ?? '';
  for (const [index, part] of parts.entries()) text += render(part) + (strings[index + 1] ?? '');
  return { [markup]: text };
}

/** Marks text as markup. For our own style sheets and scripts only. */
export function trusted(text: string): Html {
  return { [markup]: text };
}

export function toText(content: Html): string {
  return content[markup];
}

function render(part: Part): string {
  if (part === null || part === false) return '';
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  if (isList(part)) return part.map(render).join('');
  return part[markup];
}

function isList(part: Html | readonly Part[]): part is readonly Part[] {
  return Array.isArray(part);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
