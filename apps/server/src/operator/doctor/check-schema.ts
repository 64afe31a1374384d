import type { Database } from '../../db/database.ts';
import { readSchemaState } from '../../db/migrate.ts';
import { type GuardFacts, readGuard } from '../../publishing/restore-guard.table.ts';
import { isLastUsed } from '../../publishing/restore-guard.ts';
import { type Finding, ok, problem } from './finding.ts';

type Deps = { readonly db: Database; readonly databaseUrl: string };

/** `hasTables`: the other checks can read their tables. */
type SchemaCheck = { readonly hasTables: boolean; readonly finding: Finding };

/** Checks that the schema is this version's and the data are those last used. */
export async function checkSchema({ db, databaseUrl }: Deps): Promise<SchemaCheck> {
  const state = await readSchemaState(databaseUrl);
  const hasTables = state.missing.length === 0;
  return { hasTables, finding: judgeMigrations(state) ?? judgeGuard(await readGuard(db), state) };
}

type State = Awaited<ReturnType<typeof readSchemaState>>;

function judgeMigrations({ missing, unknown }: State): Finding | null {
  if (unknown.length > 0 && missing.length > 0)
    return problem(
      'schema',
      `The database has migrations that this version does not know: ${unknown.join(', ')}.`,
      'Start the version that applied them, or use a new database.',
    );
  if (missing.length > 0)
    return problem(
      'schema',
      `The database lacks migrations: ${missing.join(', ')}.`,
      'Run: fanfare migrate. A server also does it when it starts.',
    );
  return null;
}

function judgeGuard(facts: GuardFacts, { unknown }: State): Finding {
  if (!isLastUsed(facts))
    return problem(
      'schema',
      'This is not the copy of the data that servers last used: it was restored or copied.',
      'Run: fanfare recover since <time of the backup>, or fanfare recover complete. See docs/backup.md.',
    );
  return ok('schema', unknown.length > 0 ? 'A newer version has updated the schema.' : 'The schema is up to date.');
}
