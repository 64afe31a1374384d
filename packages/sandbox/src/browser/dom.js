/**
 * Makes an element. Texts become text, never markup; functions become event listeners.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | boolean | ((event: Event) => void)>} attributes
 * @param {...(string | Node | null)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false) element.setAttribute(name, value);
  }
  for (const child of children) if (child !== null) element.append(child);
  return element;
}

/**
 * @template {HTMLElement} E
 * @param {string} id
 * @param {new () => E} kind
 * @returns {E}
 */
export function byId(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${kind.name} #${id}`);
  return found;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let silence;

/** Says something at the bottom of the page for a few seconds. @param {string} text */
export function say(text) {
  const said = byId('said', HTMLParagraphElement);
  said.textContent = text;
  said.hidden = false;
  clearTimeout(silence);
  silence = setTimeout(() => {
    said.hidden = true;
  }, 5_000);
}

/**
 * Calls the control API; a refusal is said aloud and answers null.
 *
 * @param {'GET' | 'POST' | 'DELETE'} method
 * @param {string} path
 * @param {unknown} [body]
 */
export async function control(method, path, body) {
  const answer = await fetch(`/__sandbox${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const content = await answer.json();
  if (answer.ok) return content;
  say(content.error ?? `HTTP ${answer.status}`);
  return null;
}

/** @type {Readonly<Record<string, string>>} */
export const networkLabels = { instagram: 'Instagram', threads: 'Threads', x: 'X', linkedin: 'LinkedIn', hub: 'Hub' };

/** @param {string} network */
export function badge(network) {
  return make('span', { class: `badge ${network}` }, make('i', { class: 'dot' }), networkLabels[network] ?? network);
}
