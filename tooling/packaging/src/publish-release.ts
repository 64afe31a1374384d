import { tmpdir } from 'node:os';
import type { Release } from './pack-release.ts';
import { run } from './run.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Publishes what the registry lacks. npm exchanges the CI job's identity; pnpm cannot. */
export async function publishRelease(
  releases: readonly Release[],
  env: Env,
  options: readonly string[] = [],
): Promise<readonly Release[]> {
  const published: Release[] = [];
  for (const release of releases) {
    if (await isPublished(release, env)) continue;
    await run(tmpdir(), 'npm', ['publish', release.tarball, '--access', 'public', ...options], env);
    published.push(release);
  }
  return published;
}

async function isPublished({ name, version }: Release, env: Env): Promise<boolean> {
  try {
    return (await run(tmpdir(), 'npm', ['view', `${name}@${version}`, 'version'], env)).trim() === version;
  } catch (error) {
    if (String(error).includes('E404')) return false;
    throw error;
  }
}
