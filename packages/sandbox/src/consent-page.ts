import { avatar } from './avatar.ts';
import { type Html, html } from './html.ts';
import { renderShell } from './page-shell.ts';
import type { ProfileView } from './simulator.ts';

export type ConsentPage = {
  /** The display name: `Instagram`. */
  readonly network: string;
  /** A CSS colour. */
  readonly brandColor: string;
  readonly appName: string;
  readonly profiles: readonly ProfileView[];
  /** `optional` scopes can be unticked where the real network allows it. */
  readonly scopes: readonly { readonly value: string; readonly label: string; readonly optional: boolean }[];
  /** The form's target, with `profile`, `scopes` (repeated), `decision` and the hidden fields. */
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
};

/** The page on which a person lets an app act for them, in place of the network's own. */
export function renderConsentPage(page: ConsentPage): string {
  const band = /^[#\w(),.%\s-]+$/.test(page.brandColor) ? page.brandColor : 'currentcolor';
  return renderShell({
    title: `Allow ${page.appName} on ${page.network} (sandbox)`,
    styles: ['base', 'consent'],
    body: html`<body>
<main style="--brand:${band}">
<div class="band"></div>
<form method="post" action="${page.action}">
${Object.entries(page.hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div>
  <div class="network"><i></i>${page.network}<small>Sandbox</small></div>
  <h1>${page.appName} asks to act for you on ${page.network}</h1>
</div>
<fieldset>
  <legend>Continue as</legend>
  ${page.profiles.length === 0 ? html`<p class="empty">Nobody lives on this network yet. Add a profile on the sandbox page.</p>` : page.profiles.map(person)}
</fieldset>
${
  page.scopes.length > 0 &&
  html`<fieldset>
  <legend>It will be able to</legend>
  ${page.scopes.map(scope)}
</fieldset>`
}
<div class="actions">
  <button name="decision" value="deny">Cancel</button>
  <button class="allow" name="decision" value="allow" ${page.profiles.length === 0 && 'disabled'}>Allow</button>
</div>
</form>
</main>
</body>`,
  });
}

function person(profile: ProfileView, index: number): Html {
  return html`<label class="person">
    ${avatar(profile.name, profile.username)}
    <span class="who"><b>${profile.name}</b><small>@${profile.username} · ${profile.kind}</small></span>
    <input type="radio" name="profile" value="${profile.username}" ${index === 0 && 'checked'}>
  </label>`;
}

function scope({ value, label, optional }: ConsentPage['scopes'][number]): Html {
  const text = html`<span>${label}<code>${value}</code></span>`;
  if (optional)
    return html`<label class="scope"><input type="checkbox" name="scopes" value="${value}" checked>${text}</label>`;
  // Browsers do not send a disabled box, so a hidden field carries the value.
  return html`<label class="scope"><input type="checkbox" checked disabled>${text}<input type="hidden" name="scopes" value="${value}"></label>`;
}
