import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../src/operator/embedded-postgres/start-embedded-postgres.ts';
import { checkCompose } from './image/check-compose.ts';
import { publishInContainer } from './image/publish-in-container.ts';
import { readDockerfile } from './image/read-dockerfile.ts';
import { createRootFileSystem } from './image/root-file-system.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const print = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

/** Checks image and compose file without a container engine, on this machine's libraries. */
const config = readDockerfile(path.join(ROOT, 'Dockerfile'));
print('Dockerfile: no mistakes; bases pinned by digest');
const { services } = checkCompose(path.join(ROOT, 'compose.yaml'));
print(`compose.yaml: valid; ${services.join(', ')}`);

if (process.platform !== 'linux' || process.getuid?.() !== 0)
  print('Not run: only root on Linux can change to a root file system.');
else await checkInRootFileSystem();
print('Not tried: the base images, which need a registry, and the compose file, which needs an engine.');

async function checkInRootFileSystem(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-image-'));
  const built = path.join(folder, 'built');
  execFileSync(
    process.execPath,
    [path.join(import.meta.dirname, 'build.ts'), '--out', path.join(built, 'out/fanfare')],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  for (const name of ['secrets', 'database-secrets', 'files', 'state']) mkdirSync(path.join(built, 'out', name));
  const postgres = await startEmbeddedPostgres({ home: path.join(folder, 'postgres') });
  try {
    const root = createRootFileSystem(path.join(folder, 'root'), built, config);
    for (const sentence of await publishInContainer(root, config, postgres.url)) print(sentence);
    const bytes = Number(
      execFileSync('du', ['-sb', path.join(folder, 'root', config.folder)], { encoding: 'utf8' }).split('\t')[0],
    );
    print(`${(bytes / 1e6).toFixed(1)} MB of ours in the image`);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true });
  }
}
