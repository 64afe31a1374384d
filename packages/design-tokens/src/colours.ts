/** A value in both schemes. */
export type Schemed = { readonly light: string; readonly dark: string };
export type Scheme = keyof Schemed;

/** Colours of all pages and mails. Text has at least 4.5:1 on its ground in both schemes. */
export const COLOURS = {
  ground: { light: '#f3f2ee', dark: '#121317' },
  paper: { light: '#fefdfb', dark: '#191b20' },
  raised: { light: '#ffffff', dark: '#22252c' },
  sunken: { light: '#f6f5f1', dark: '#15171b' },
  hover: { light: '#ecebe5', dark: '#262931' },
  line: { light: '#e3e1d9', dark: '#2c2f37' },
  'line-strong': { light: '#8b8a80', dark: '#757a87' },

  ink: { light: '#16181d', dark: '#f2f1ec' },
  quiet: { light: '#5c6270', dark: '#a3a7b3' },

  accent: { light: '#c2410c', dark: '#fb923c' },
  'accent-hover': { light: '#a3360a', dark: '#fdba74' },
  'accent-soft': { light: '#fdeee4', dark: '#35241a' },
  'on-accent': { light: '#ffffff', dark: '#1b1206' },

  good: { light: '#166534', dark: '#7ee2a0' },
  'good-soft': { light: '#e5f4e9', dark: '#16291e' },
  bad: { light: '#b3261e', dark: '#ffa29a' },
  'bad-soft': { light: '#fdebe9', dark: '#361d1c' },
  warn: { light: '#854d0e', dark: '#f5c964' },
  'warn-soft': { light: '#fbf0d4', dark: '#2f2715' },
  unsure: { light: '#6d28d9', dark: '#c4b0ff' },
  'unsure-soft': { light: '#f0eafd', dark: '#282140' },
  plan: { light: '#1d4f91', dark: '#9cc4ff' },
  'plan-soft': { light: '#e6effa', dark: '#19273b' },

  veil: { light: 'rgb(22 24 29 / 32%)', dark: 'rgb(0 0 0 / 60%)' },
  'shade-low': { light: 'rgb(22 24 29 / 6%)', dark: 'rgb(0 0 0 / 40%)' },
  'shade-high': { light: 'rgb(22 24 29 / 16%)', dark: 'rgb(0 0 0 / 60%)' },
  'shade-edge': { light: 'rgb(22 24 29 / 8%)', dark: 'rgb(0 0 0 / 40%)' },
} as const satisfies Readonly<Record<string, Schemed>>;

export type ColourName = keyof typeof COLOURS;

/** Colours that an installation's own colour replaces. */
export const ACCENT_NAMES = ['accent', 'accent-hover', 'accent-soft', 'on-accent'] as const;
export type Accent = Readonly<Record<(typeof ACCENT_NAMES)[number], Schemed>>;

/** Type, shapes, and times. */
export const MEASURES = {
  font: '"Fanfare", system-ui, sans-serif',
  mono: 'ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, monospace',
  'text-small': '0.8125rem',
  text: '0.875rem',
  'text-large': '1rem',
  'text-title': '1.375rem',
  'radius-small': '6px',
  radius: '8px',
  'radius-large': '14px',
  row: '2.25rem',
  'shadow-low': '0 1px 2px var(--shade-low)',
  'shadow-high': '0 12px 32px var(--shade-high), 0 2px 6px var(--shade-edge)',
  quick: '120ms cubic-bezier(0.2, 0, 0, 1)',
} as const;
