// The page of a webhook receiver: asks every second for what has come or changed, while somebody looks.
import { byId, control, make, say } from './dom.js';
import { showJson } from './show-json.js';

/**
 * @typedef {{ number: number, receivedAt: string, eventId: string | null, type: string | null, attempt: number, signature: string,
 *   headers: Record<string, string>, body: string, status: number | null, durationMs: number | null }} Delivery
 * @typedef {{ status: number, headers: Record<string, string>, body: string, delayMs: number, times: number | null }} Answer
 * @typedef {{ answer: Answer, secrets: number, total: number, firstNumber: number, lastChange: number, deliveries: Delivery[] }} State
 */

const EVERY_MS = 1_000;
/** @type {Readonly<Record<string, string>>} */
const signatures = {
  valid: 'Verified',
  wrong: 'Wrong signature',
  expired: 'Too old',
  missing: 'Not signed',
  unchecked: 'Not checked',
};

const path = `/receivers/${document.body.dataset.receiver}`;
const list = byId('deliveries', HTMLDivElement);
const none = byId('no-deliveries', HTMLParagraphElement);
const total = byId('total', HTMLSpanElement);
const note = byId('answer-note', HTMLParagraphElement);
const secrets = byId('secrets', HTMLParagraphElement);
const form = byId('secret', HTMLFormElement);
const presets = [...document.querySelectorAll('[data-preset]')].filter((each) => each instanceof HTMLButtonElement);
let since = 0;
let isFirst = true;

async function refresh() {
  const answer = await fetch(`/__sandbox${path}?since=${since}`);
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  /** @type {State} */
  const state = await answer.json();
  // The sandbox was started again, and counts from the beginning.
  if (state.lastChange < since) {
    since = 0;
    list.replaceChildren();
    return;
  }
  since = state.lastChange;
  show(state);
}

/** @param {State} state */
function show({ answer, secrets: known, total: count, firstNumber, deliveries }) {
  for (const delivery of deliveries) showDelivery(delivery);
  for (const row of list.querySelectorAll('[data-number]')) {
    if (row instanceof HTMLElement && Number(row.dataset.number) < firstNumber) row.remove();
  }
  none.hidden = count > 0;
  total.textContent = count > 0 ? String(count) : '';
  secrets.textContent =
    known === 0
      ? 'No secret yet: signatures are not checked.'
      : `Signatures are checked with ${known === 1 ? 'the secret' : `${known} secrets`} of this address.`;
  showAnswer(answer);
  isFirst = false;
}

/** @param {Delivery} delivery */
function showDelivery(delivery) {
  const shown = list.querySelector(`[data-number="${delivery.number}"]`);
  const isOpen = shown?.querySelector('button')?.getAttribute('aria-expanded') === 'true';
  const row = toRow(delivery, isOpen);
  if (shown) shown.replaceWith(row);
  else {
    if (!isFirst) row.classList.add('new');
    list.prepend(row);
  }
}

/** @param {Delivery} delivery @param {boolean} isOpen */
function toRow(delivery, isOpen) {
  const { number, receivedAt, eventId, type, attempt, signature, headers, body } = delivery;
  const content = make(
    'div',
    { class: 'content', hidden: !isOpen },
    showJson(body),
    make(
      'pre',
      {},
      Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n'),
    ),
  );
  const button = make(
    'button',
    { type: 'button', 'aria-expanded': String(isOpen) },
    make('span', { class: 'at' }, receivedAt.slice(11, 19)),
    make('span', { class: 'what' }, make('b', {}, type ?? 'No event'), make('small', {}, eventId ?? 'no webhook-id')),
    make('span', { class: `attempt ${attempt > 1 ? 'again' : ''}` }, `attempt ${attempt}`),
    make('span', { class: `signature ${signature}` }, signatures[signature] ?? signature),
    toStatus(delivery),
  );
  button.addEventListener('click', () => {
    content.hidden = !content.hidden;
    button.setAttribute('aria-expanded', String(!content.hidden));
  });
  return make('article', { class: 'delivery', 'data-number': String(number) }, button, content);
}

/** @param {Delivery} delivery */
function toStatus({ status, durationMs }) {
  const isWaiting = durationMs === null;
  const kind = isWaiting ? 'waiting' : status !== null && status < 300 ? 'good' : 'bad';
  return make('span', { class: `status ${kind}` }, isWaiting ? 'waiting…' : status === null ? 'left' : String(status));
}

/** @param {Answer} answer */
function showAnswer(answer) {
  const chosen = presets.find((button) => isSame(answer, JSON.parse(button.dataset.answer ?? '{}')));
  for (const button of presets) button.setAttribute('aria-pressed', String(button === chosen));
  const text = chosen?.dataset.note ?? `${answer.status}${answer.delayMs > 0 ? ` after ${answer.delayMs} ms` : ''}.`;
  note.textContent = answer.times === null ? text : `${text} For ${answer.times} more, then 200.`;
}

/** @param {Answer} answer @param {Partial<Answer>} preset */
function isSame(answer, preset) {
  const whole = { status: 200, headers: {}, body: '', delayMs: 0, ...preset };
  const { times: _, ...given } = answer;
  return JSON.stringify(Object.entries(given).sort()) === JSON.stringify(Object.entries(whole).sort());
}

for (const button of presets) {
  button.addEventListener('click', async () => {
    const answer = await control('POST', `${path}/answer`, JSON.parse(button.dataset.answer ?? '{}'));
    if (answer) showAnswer(answer);
  });
}
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const secret = new FormData(form).get('secret');
  if (!(await control('POST', `${path}/secrets`, { secrets: [String(secret).trim()] }))) return;
  form.reset();
  say('Signatures are checked from now on, and those that were not.');
  refresh();
});
byId('clear', HTMLButtonElement).addEventListener('click', async () => {
  await control('DELETE', `${path}/deliveries`);
  refresh();
});

let isLost = false;
async function keepFresh() {
  if (!document.hidden) {
    try {
      await refresh();
      isLost = false;
    } catch {
      if (!isLost) say('The sandbox does not answer. This page goes on by itself when it is back.');
      isLost = true;
    }
  }
  setTimeout(keepFresh, EVERY_MS);
}
keepFresh();
