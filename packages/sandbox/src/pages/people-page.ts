import { type Html, html } from '../html.ts';
import { renderShell } from '../page-shell.ts';
import { networkLabels } from '../post/network-labels.ts';
import type { Simulator } from '../simulator.ts';
import { masthead } from './masthead.ts';

const actions = [
  ['status', 'answers with an error; the network never sees the request'],
  ['status_after', 'is performed, then answered with an error'],
  ['drop_before', 'is cut off; the network never sees the request'],
  ['drop_after', 'is performed, then cut off without an answer'],
  ['delay', 'waits before the network sees it'],
  ['delay_after', 'is performed, then answered late'],
] as const;

/** `GET /__sandbox`: the actions of the control API that a person would do by hand. */
export function renderPeoplePage({ simulators }: { readonly simulators: readonly Simulator[] }): string {
  return renderShell({
    title: 'Controls · Fanfare sandbox',
    styles: ['base', 'feed-start', 'feed', 'control-forms', 'request-log', 'people'],
    body: html`<body class="controls">
<header class="top">
  ${masthead('controls')}
  <div class="clock">
    <span class="soft">Sandbox time</span> <b id="now">…</b>
    <button type="button" data-advance="3600000">+ 1 hour</button>
    <button type="button" data-advance="86400000">+ 1 day</button>
    <button type="button" id="reset" class="danger">Reset everything</button>
  </div>
</header>
<main>
  <h1 class="hidden">Sandbox controls</h1>
  <section aria-labelledby="fail" class="split">
    <div>
      <h2 id="fail">Make something fail</h2>
      ${faultForm(simulators)}
    </div>
    <div>
      <h2>Waiting to happen</h2>
      <ul id="faults" class="faults"></ul>
    </div>
  </section>
  <section aria-labelledby="people">
    <h2 id="people">People and pages</h2>
    <div id="profiles" class="profiles"></div>
    ${personForm(simulators)}
  </section>
  <section aria-labelledby="log">
    <div class="line">
      <h2 id="log">Requests</h2>
      <label>of <select id="log-network"><option value="">all networks</option>${options(simulators)}</select></label>
      <button type="button" id="log-clear">Clear</button>
    </div>
    <table>
      <thead><tr><th class="at">Time</th><th class="to">Network</th><th>Request</th><th class="answer">Answer</th><th class="took">Took</th><th class="size">Body</th></tr></thead>
      <tbody id="requests"></tbody>
    </table>
    <p id="no-requests" class="soft">No request yet. What an app sends to the networks shows up here, with tokens cut.</p>
  </section>
</main>
<p id="said" role="status" hidden></p>
<script src="/__sandbox/assets/people.js" type="module"></script>
</body>`,
  });
}

function faultForm(simulators: readonly Simulator[]): Html {
  return html`<form id="fault">
    <div class="presets" role="group" aria-label="Common failures">
      <button type="button" data-preset='{"action":"status","status":"500"}'>500</button>
      <button type="button" data-preset='{"action":"status","status":"429"}'>429, slow down</button>
      <button type="button" data-preset='{"action":"delay","delay":"5"}'>Slow</button>
      <button type="button" data-preset='{"action":"drop_before"}'>Lost on the way</button>
      <button type="button" data-preset='{"action":"drop_after"}'>Done, answer lost</button>
    </div>
    <div class="fields">
      <label>The next <input name="times" type="number" min="1" max="1000" value="1" required></label>
      <label>request(s) to <select name="network">${options(simulators)}</select></label>
      <label>with the method <select name="method"><option value="">any</option><option selected>POST</option><option>GET</option><option>PUT</option><option>DELETE</option></select></label>
      <label class="grow">whose path matches <input name="path" placeholder="anything, or a regular expression" list="paths" spellcheck="false"></label>
      <label class="grow">each <select name="action">${actions.map(([value, label]) => html`<option value="${value}">${label}</option>`)}</select></label>
      <label data-for="status">Status <input name="status" type="number" min="200" max="599" value="500"></label>
      <label data-for="delay">Seconds <input name="delay" type="number" min="0.1" max="600" step="0.1" value="5"></label>
      <label data-for="status" class="all">Body <textarea name="body" rows="2" placeholder="empty, text or JSON" spellcheck="false"></textarea></label>
    </div>
    <datalist id="paths"><option value="^/2/tweets$"><option value="/media_publish$"><option value="/threads_publish$"><option value="^/rest/posts$"><option value="^/wp-json/wp/v2/posts$"><option value="^/micropub$"><option value="oauth"></datalist>
    <button class="primary">Let it happen</button>
  </form>`;
}

function personForm(simulators: readonly Simulator[]): Html {
  return html`<form id="person" class="fields">
    <label>Add somebody to <select name="network">${options(simulators)}</select></label>
    <label>User name <input name="username" required autocomplete="off" spellcheck="false"></label>
    <label>Name <input name="name" required autocomplete="off"></label>
    <button>Add</button>
  </form>`;
}

function options(simulators: readonly Simulator[]): Html {
  return html`${simulators.map(({ network }) => html`<option value="${network}">${networkLabels[network]}</option>`)}`;
}
