import { fileURLToPath } from 'node:url';
import { startIndiekit } from '../indiekit/start-indiekit.ts';
import type { Missing } from '../missing.ts';
import { startWordpress } from '../wordpress/start-wordpress.ts';
import { type KitReport, runKitOn } from './run-kit-on.ts';

const PRINT_CODE = fileURLToPath(new URL('./print-code.ts', import.meta.url));

/** Runs the conformance kit on a new WordPress with our plugin, with codes of an author. */
export async function runKitOnWordpress(): Promise<KitReport | Missing> {
  const wordpress = await startWordpress();
  if ('missing' in wordpress) return wordpress;
  const { url, version, users } = wordpress;
  const { username, password } = users.author;
  const printCode = [process.execPath, PRINT_CODE, url, username, password].map((word) => `"${word}"`).join(' ');
  try {
    return await runKitOn({ hub: `WordPress ${version}`, url, args: ['--guess', '--codes-command', printCode] });
  } finally {
    await wordpress.stop();
  }
}

/** Runs the conformance kit on a new Indiekit, with a key that its user made. */
export async function runKitOnIndiekit(folder: string): Promise<KitReport | Missing> {
  const indiekit = await startIndiekit({ folder });
  if ('missing' in indiekit) return indiekit;
  try {
    return await runKitOn({
      hub: `Indiekit ${indiekit.version}`,
      url: `${indiekit.url}/micropub`,
      args: ['--no-codes', '--type', 'micropub', '--key-file', '-'],
      input: indiekit.token,
    });
  } finally {
    await indiekit.stop();
  }
}
