import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endSharedBrowser } from '@fanfare/harness/browser';
import { KIND_NETWORKS } from '../test/kinds.ts';
import { openDashboard } from '../test/open-dashboard.ts';
import type { TakePart } from './take.ts';
import { takeComposer } from './take-composer.ts';
import { takeConnecting } from './take-connecting.ts';
import { takeFirstPost } from './take-first-post.ts';
import { takeKinds } from './take-kinds.ts';
import { takePages } from './take-pages.ts';
import { takeSandbox } from './take-sandbox.ts';

/**
 * Takes the pictures of the documentation: `pnpm --filter @fanfare/dashboard pictures [folder]
 * [part …]`. A part is one of these, or a network, whose kinds of content it takes. Those of
 * docs/hubs.md need a real WordPress: `pnpm --filter @fanfare/real-hubs pictures`.
 */
const PARTS: Readonly<Record<string, TakePart>> = {
  'first-post': takeFirstPost,
  sandbox: takeSandbox,
  pages: takePages,
  composer: takeComposer,
  connecting: takeConnecting,
  ...Object.fromEntries(
    KIND_NETWORKS.map((network): [string, TakePart] => [network, (...given) => takeKinds(...given, network)]),
  ),
};

const [folder = path.join(tmpdir(), 'fanfare-pictures'), ...names] = process.argv.slice(2);
for (const name of names)
  if (!(name in PARTS)) throw new Error(`There is no part ${name}; there are ${Object.keys(PARTS).join(', ')}.`);
mkdirSync(folder, { recursive: true });
for (const [name, takePart] of Object.entries(PARTS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const dashboard = await openDashboard();
  try {
    await takePart(dashboard, folder);
  } finally {
    await dashboard.close();
  }
}
await endSharedBrowser();
console.log(`The pictures are in ${path.resolve(folder)}.`);
