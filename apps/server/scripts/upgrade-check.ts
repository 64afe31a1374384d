import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../src/operator/embedded-postgres/start-embedded-postgres.ts';
import { buildVersion, defaultRef, describeCommit } from './upgrade/old-version.ts';
import { ADD_COLUMNS, runSideBySide } from './upgrade/side-by-side.ts';
import { writeBundle } from './write-bundle.ts';

const { values } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== '--'),
  options: {
    from: { type: 'string' },
    seconds: { type: 'string', default: '120' },
    'add-columns': { type: 'boolean', default: false },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const startedAt = performance.now();
const progress = (sentence: string): void =>
  print(`${Math.round((performance.now() - startedAt) / 1_000)} s: ${sentence}`);

/**
 * `pnpm upgrade:check [--from <ref>] [--seconds 120] [--add-columns]`: another version and this
 * checkout serve side by side over one database under load. With `--add-columns`, this checkout
 * adds a column to every table. Exits with 1 for a failed call, a lost or double post, or an error.
 */
const from = values.from ?? defaultRef();
const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-upgrade-'));
const cleanUp: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
try {
  progress(`old: ${describeCommit(from)}; new: this checkout, from ${describeCommit('HEAD')}`);
  const old = buildVersion(from, folder);
  cleanUp.unshift(old.remove);
  const newFolder = path.join(folder, 'new');
  await writeBundle(newFolder, values['add-columns'] ? ADD_COLUMNS : {});
  const postgres = await startEmbeddedPostgres({ home: path.join(folder, 'postgres') });
  cleanUp.unshift(() => postgres.stop());
  progress('both are built');
  const togetherMs = Number(values.seconds) * 1_000;
  const found = await runSideBySide({
    oldProgram: old.program,
    newFolder,
    databaseUrl: postgres.url,
    togetherMs,
    progress,
  });
  print(
    `calls answered: ${Object.entries(found.calls)
      .map(([name, n]) => `${n} by the ${name} version`)
      .join(', ')}; ${found.retried} sent to the other server`,
  );
  print(`posts accepted: ${found.accepted}`);
  print(`SIGTERM to exit of the old version: ${Math.round(found.stopMs)} ms`);
  const { errors, logged, doubles, lost, unsettled, withoutWebhook } = found;
  const lists = { errors, 'errors logged': logged, doubles, lost, unsettled, 'without webhook': withoutWebhook };
  for (const [what, list] of Object.entries(lists)) {
    print(`${what}: ${list.length}`);
    for (const one of list.slice(0, 5)) print(`  ${one.slice(0, 400)}`);
    if (list.length > 0) process.exitCode = 1;
  }
  print(`fanfare audit: ${found.audit}`);
  if (found.audit !== 'Everything agrees.') process.exitCode = 1;
} finally {
  for (const step of cleanUp) await step();
}
