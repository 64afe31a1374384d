// The controls page: asks for the state and for new requests every second while somebody looks.
import { byId, control, say } from './dom.js';
import { showFaults, startFaults } from './faults.js';
import { showProfiles, startProfiles } from './profiles.js';
import { refreshRequests, startOver, startRequests } from './requests.js';

const EVERY_MS = 1_000;
const now = byId('now', HTMLElement);

async function refreshState() {
  const answer = await fetch('/__sandbox/state');
  const state = await answer.json();
  now.textContent = `${state.now.slice(0, 10)} ${state.now.slice(11, 19)} UTC`;
  showFaults(state.faults);
  showProfiles(state.networks);
}

let isLost = false;
async function refresh() {
  try {
    await Promise.all([refreshState(), refreshRequests()]);
    isLost = false;
  } catch {
    if (!isLost) say('The sandbox does not answer. This page goes on by itself when it is back.');
    isLost = true;
  }
}

async function keepFresh() {
  if (!document.hidden) await refresh();
  setTimeout(keepFresh, EVERY_MS);
}

for (const button of document.querySelectorAll('[data-advance]')) {
  button.addEventListener('click', async () => {
    await control('POST', '/clock', { advanceMs: Number(button.getAttribute('data-advance')) });
    refresh();
  });
}
byId('reset', HTMLButtonElement).addEventListener('click', async () => {
  if (!confirm('Remove all posts, tokens, added people and waiting failures?')) return;
  if (await control('POST', '/reset')) say('Everything is as it was at the start.');
  startOver();
  refresh();
});

startFaults(refresh);
startProfiles(refresh);
startRequests();
keepFresh();
