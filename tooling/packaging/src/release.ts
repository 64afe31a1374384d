import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packRelease } from './pack-release.ts';
import { publishRelease } from './publish-release.ts';

/** `pnpm release:publish`: builds, packs and publishes new versions. Options go to npm. */
const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-release-'));
try {
  const published = await publishRelease(await packRelease(folder), process.env, process.argv.slice(2));
  for (const { name, version } of published) process.stdout.write(`${name}@${version} is published.\n`);
  if (published.length === 0) process.stdout.write('npm has every version already.\n');
} finally {
  rmSync(folder, { recursive: true });
}
