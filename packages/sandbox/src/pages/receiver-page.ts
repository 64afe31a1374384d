import { type Html, html, trusted } from '../html.ts';
import { renderShell } from '../page-shell.ts';
import { PRESETS } from '../receiver/answers.ts';
import type { Receiver } from '../receiver/receivers.ts';
import { masthead } from './masthead.ts';

/** `GET /receiver/{name}`: what was delivered to that address, and what it answers. */
export function renderReceiverPage(view: {
  readonly receiver: Receiver;
  readonly names: readonly string[];
  readonly origin: string;
}): string {
  const { receiver, names } = view;
  const address = `${view.origin}/receiver/${receiver.name}`;
  return renderShell({
    title: `Webhooks at ${receiver.name} · Fanfare sandbox`,
    styles: ['base', 'feed-start', 'feed', 'control-forms', 'request-log', 'people', 'receiver'],
    body: html`<body class="controls" data-receiver="${receiver.name}">
<header class="top">${masthead('webhooks')}</header>
<main>
  <h1 class="hidden">Webhook receiver</h1>
  <section class="split">
    <div>
      <h2>Send deliveries here</h2>
      <div class="copy"><code>${address}</code><button type="button" data-copy="${address}">Copy</button></div>
      <form id="secret" class="secret">
        <label>Secret <input name="secret" type="password" autocomplete="off" spellcheck="false" placeholder="whsec_…" required></label>
        <button>Check signatures</button>
      </form>
      <p id="secrets" class="soft note"></p>
      ${names.length > 1 && otherReceivers(names, receiver.name)}
    </div>
    <div>
      <h2 id="answers">It answers</h2>
      <div class="switch" role="group" aria-labelledby="answers">${PRESETS.map(preset)}</div>
      <p id="answer-note" class="soft note"></p>
    </div>
  </section>
  <section aria-labelledby="log">
    <div class="line">
      <h2 id="log">Deliveries</h2>
      <span id="total" class="soft"></span>
      <button type="button" id="clear">Clear</button>
    </div>
    <div id="deliveries"></div>
    <p id="no-deliveries" class="soft">Nothing yet. Deliveries show up here by themselves, with their signature checked.</p>
  </section>
</main>
<p id="said" role="status" hidden></p>
<script src="/__sandbox/assets/receiver.js" type="module"></script>
<script src="/__sandbox/assets/copy.js" type="module"></script>
</body>`,
  });
}

function preset({ name, label, note, answer }: (typeof PRESETS)[number]): Html {
  return html`<button type="button" aria-pressed="false" data-preset="${name}" data-answer="${JSON.stringify(answer)}" data-note="${note}">${label}</button>`;
}

function otherReceivers(names: readonly string[], current: string): Html {
  return html`<p class="soft note">Receivers: ${names.map(
    (name) => html`<a href="/receiver/${name}" ${name === current && trusted('aria-current="page"')}>${name}</a> `,
  )}</p>`;
}
