import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { dashboardTokens } from '../src/css.ts';
import { pageStyle } from '../src/page-style.ts';

/**
 * Writes what cannot be made where it is used: the CSS of the dashboard, and for the mock the page
 * style without the table it comes from, with its hash, which browsers without a secure context
 * cannot compute.
 */
const write = (name: string, text: string): void => writeFileSync(new URL(`../${name}`, import.meta.url), text);

const hash = createHash('sha256').update(pageStyle()).digest('base64');
write('tokens.css', dashboardTokens());
write(
  'src/page-style.gen.ts',
  `/** \`pageStyle()\` and its SHA-256. Written by \`pnpm golden\`. */\nexport const PAGE_STYLE = \`${pageStyle()}\`;\nexport const PAGE_STYLE_HASH = '${hash}';\n`,
);
