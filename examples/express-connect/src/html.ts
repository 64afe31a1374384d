/** Text that is HTML already, and is not escaped again. */
export type Html = { readonly html: string };

type Value = string | number | Html | readonly Html[] | null | false;

/** Markup with values: every text that is not `Html` is escaped. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  const [first = '', ...rest] = strings;
  return { html: rest.reduce((before, after, at) => before + render(values[at] ?? null) + after, first) };
}

function render(value: Value): string {
  if (value === null || value === false) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return 'html' in value ? value.html : value.map((part) => part.html).join('');
}
