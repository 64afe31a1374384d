export { accentOf, type ContrastProblem, contrastProblem, readColour } from './accent.ts';
export { type Accent, COLOURS, type ColourName, type Scheme, type Schemed } from './colours.ts';
export { AA_TEXT, contrast } from './contrast.ts';
export { accentCss, colourOf } from './css.ts';
export { NETWORK_MARKS, networkMark } from './network-marks.ts';
export { PAGE_STYLE, PAGE_STYLE_HASH } from './page-style.gen.ts';
export { pageStyle } from './page-style.ts';
