import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE_COMMAND = fileURLToPath(new URL('../../../../apps/server/src/operator/cli/fanfare.ts', import.meta.url));

/** The programs of the service that the suite starts. */
export type ServerPrograms = {
  /** Settings of `pnpm dev` that make it start this server. */
  readonly settings: Readonly<Record<string, string>>;
  /** For people: which server that is. */
  readonly from: string;
  /** The operator's command. */
  readonly command: string;
};

/** The programs of the bundle in `SUITE_BUNDLE`, or those of the checkout. */
export function readServerPrograms(env: Readonly<Record<string, string | undefined>> = process.env): ServerPrograms {
  const bundle = env.SUITE_BUNDLE;
  if (!bundle) return { settings: {}, from: 'its source', command: SOURCE_COMMAND };
  const at = (name: string): string => path.join(bundle, name);
  return { settings: { FANFARE_SERVER: at('main.js') }, from: `its bundle, ${bundle}`, command: at('fanfare.js') };
}
