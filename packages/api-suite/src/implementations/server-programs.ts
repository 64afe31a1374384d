import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE_COMMAND = fileURLToPath(new URL('../../../../apps/server/src/cli/fanfare.ts', import.meta.url));

/** The programs of the service that the suite starts. */
export type ServerPrograms = {
  /** Settings of `pnpm dev` that make it start this server. */
  readonly settings: Readonly<Record<string, string>>;
  /** The operator's command. */
  readonly command: string;
};

/** The programs of the bundle in `SUITE_BUNDLE`, or those of the checkout. */
export function readServerPrograms(env: Readonly<Record<string, string | undefined>> = process.env): ServerPrograms {
  const bundle = env.SUITE_BUNDLE;
  if (!bundle) return { settings: {}, command: SOURCE_COMMAND };
  return { settings: { FANFARE_SERVER: path.join(bundle, 'main.js') }, command: path.join(bundle, 'fanfare.js') };
}
