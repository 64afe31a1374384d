import type { Accent, ColourName, Scheme } from './colours.ts';
import { colourOf } from './css.ts';

/** Colours that pages use. They also reach browsers that do not know `light-dark()`. */
const NAMES: readonly ColourName[] = [
  'ground',
  'paper',
  'line',
  'line-strong',
  'ink',
  'quiet',
  'accent',
  'accent-hover',
  'on-accent',
];

const RULES = `* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { width: min(100%, 440px); background: var(--paper); border: 1px solid var(--line); border-radius: 14px; padding: 32px; }
.brand { display: flex; align-items: center; gap: 10px; margin: 0 0 24px; font-weight: 700; letter-spacing: -.01em; color: var(--accent); overflow-wrap: anywhere; unicode-bidi: isolate; }
.brand img { max-width: 120px; height: 32px; border-radius: 6px; object-fit: contain; }
h1 { margin: 0 0 12px; font-size: 24px; line-height: 1.25; letter-spacing: -.02em; text-wrap: balance; overflow-wrap: anywhere; }
p { margin: 0 0 16px; color: var(--quiet); text-wrap: pretty; }
h1 + form { margin-top: 24px; }
strong { color: var(--ink); overflow-wrap: anywhere; }
dl { margin: 24px 0; padding: 0; border-top: 1px solid var(--line); }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 12px; padding: 12px 0; border-bottom: 1px solid var(--line); }
dt { flex: none; color: var(--quiet); } dd { margin: 0 0 0 auto; text-align: right; font-weight: 600; overflow-wrap: anywhere; }
button { width: 100%; padding: 13px; border: 1px solid var(--accent); border-radius: 8px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 650; cursor: pointer; }
button:hover { border-color: var(--accent-hover); background: var(--accent-hover); }
button:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
label { display: block; margin: 0 0 6px; font-weight: 600; }
input, select { width: 100%; margin: 0 0 16px; padding: 12px 14px; border: 1px solid var(--line-strong); border-radius: 8px; background: var(--paper); color: var(--ink); font: inherit; }
input:focus-visible, select:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.tick input { width: auto; margin: 0 8px 0 0; }
form + form { margin-top: 16px; }
button + button { margin-top: 12px; }
.button { display: block; padding: 13px; border: 1px solid var(--line-strong); border-radius: 8px; color: var(--ink); font-weight: 650; text-align: center; text-decoration: none; overflow-wrap: anywhere; }
ul { margin: 0 0 16px; padding: 0; list-style: none; border-top: 1px solid var(--line); color: var(--quiet); }
li { display: flex; justify-content: space-between; gap: 24px; padding: 12px 0; border-bottom: 1px solid var(--line); }
.who { display: flex; align-items: center; gap: 12px; margin: 0 0 20px; }
.who img { width: 48px; height: 48px; border: 1px solid var(--line); border-radius: 12px; object-fit: contain; background: #fff; }
.mark { width: 48px; height: 48px; padding: 11px; border: 1px solid var(--line); border-radius: 12px; fill: none; stroke: var(--ink); stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
strong, dd { unicode-bidi: isolate; }
button.plain { border-color: var(--line-strong); background: none; color: var(--ink); }
button.plain:hover, .button:hover { border-color: var(--ink); }
.notice { padding: 12px 14px; border: 1px solid var(--accent); border-radius: 8px; color: var(--ink); }
.code { margin: 24px 0; color: var(--ink); font: 600 34px/1.2 ui-monospace, monospace; letter-spacing: .06em; text-align: center; }
article { margin-top: 24px; border-top: 1px solid var(--line); }
h2 { margin: 16px 0 0; font-size: 18px; overflow-wrap: anywhere; }
pre { margin: 16px 0 0; font: 14px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
a { color: var(--accent); }
.small { margin: 16px 0 0; font-size: 14px; }
main > :last-child { margin-bottom: 0; }
@media (max-width: 480px) { main { padding: 24px 20px; } }
code { font: 14px ui-monospace, monospace; }
`;

/** The style of pages without a script: connect, sign-in, removal and mail pages. */
export function pageStyle(accent: Accent | null = null): string {
  const properties = (scheme: Scheme): string =>
    NAMES.map((name) => `--${name}: ${colourOf(accent, name)[scheme]};`).join(' ');
  return `
:root { color-scheme: light dark; ${properties('light')} }
@media (prefers-color-scheme: dark) { :root { ${properties('dark')} } }
${RULES}`;
}
