// The form "make something fail" and the list of what is waiting to happen.
import { badge, byId, control, make, say } from './dom.js';

/**
 * @typedef {{ id: number, network: string, method: string | null, path: string, action: string, status: number | null, delayMs: number,
 *   skip: number, times: number }} Fault
 */

const form = byId('fault', HTMLFormElement);
const list = byId('faults', HTMLUListElement);
let shown = '';

/** @type {Readonly<Record<string, (fault: Fault) => string>>} */
const stories = {
  status: ({ status }) => `answers ${status}`,
  status_after: ({ status }) => `is performed, then answers ${status}`,
  drop_before: () => 'is cut off before it arrives',
  drop_after: () => 'is performed, then cut off',
  delay: ({ delayMs }) => `waits ${delayMs / 1_000} s`,
  delay_after: ({ delayMs }) => `is performed, then answered after ${delayMs / 1_000} s`,
};

/** @param {() => void} refresh called after a change */
export function startFaults(refresh) {
  form.addEventListener('change', showFields);
  for (const button of form.querySelectorAll('[data-preset]')) button.addEventListener('click', () => fill(button));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (await control('POST', '/faults', readForm())) say('Waiting for the next request that matches.');
    refresh();
  });
  list.addEventListener('click', async ({ target }) => {
    const id = target instanceof HTMLElement ? target.dataset.remove : undefined;
    if (id === undefined) return;
    await control('DELETE', `/faults/${id}`);
    refresh();
  });
  showFields();
}

/** @param {Fault[]} faults */
export function showFaults(faults) {
  const now = JSON.stringify(faults);
  if (now === shown) return;
  shown = now;
  const items = faults.map((fault) =>
    make(
      'li',
      {},
      badge(fault.network),
      make('code', {}, `${fault.method ?? 'any'} ${fault.path || '*'}`),
      make('span', {}, stories[fault.action]?.(fault) ?? fault.action),
      make('span', { class: 'soft' }, `${fault.times} ×${fault.skip > 0 ? `, after ${fault.skip} more` : ''}`),
      make('button', { type: 'button', 'data-remove': String(fault.id) }, 'Remove'),
    ),
  );
  list.replaceChildren(...(items.length > 0 ? items : [make('li', { class: 'soft' }, 'Nothing. All networks work.')]));
}

/** @param {string} name */
function value(name) {
  const field = form.elements.namedItem(name);
  const hasValue =
    field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement;
  return hasValue ? field.value.trim() : '';
}

function readForm() {
  const action = value('action');
  const answers = action.startsWith('status');
  return {
    network: value('network'),
    action,
    times: Number(value('times')),
    ...(value('method') && { method: value('method') }),
    ...(value('path') && { path: value('path') }),
    ...(answers && { status: Number(value('status')) }),
    ...(answers && value('body') && { body: jsonOrText(value('body')) }),
    ...(action.startsWith('delay') && { delayMs: Math.round(Number(value('delay')) * 1_000) }),
  };
}

/** @param {string} text @returns {unknown} */
function jsonOrText(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @param {Element} button */
function fill(button) {
  /** @type {Record<string, string>} */
  const preset = JSON.parse(button.getAttribute('data-preset') ?? '{}');
  for (const [name, content] of Object.entries(preset)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = content;
  }
  showFields();
  form.requestSubmit();
}

/** Only the fields that mean something for the chosen action. */
function showFields() {
  const action = value('action');
  for (const label of form.querySelectorAll('[data-for]')) {
    if (label instanceof HTMLElement) label.hidden = !action.startsWith(label.dataset.for ?? '');
  }
}
