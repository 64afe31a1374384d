import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Time limit of a run: above any test file's, whose own limit notices hanging tests. */
const LIMIT_MS = 600_000;
/** Time limit of a test with a mutant: four times what any test takes here. */
const WAITS = ['--testTimeout=120000', '--hookTimeout=120000', '--expect.poll.timeout=30000'];

export type TestEnd = {
  readonly passed: number;
  readonly failed: number;
  /** The first test that failed, or the file that could not be loaded. */
  readonly firstFailure: string | null;
};

type Report = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
};

/** Runs test files of one package, nightly ones too, and counts; throws when none ran. */
export async function runTests(folder: string, tests: readonly string[]): Promise<TestEnd> {
  const outputFile = join(folder, 'mutant-report.json');
  const isNightly = tests.every((test) => test.endsWith('.nightly.ts'));
  const args = [
    join(folder, 'node_modules/vitest/vitest.mjs'),
    ...['run', '--config', join(folder, 'testing', isNightly ? 'vitest.nightly.config.ts' : 'vitest.config.ts')],
    ...['--maxWorkers=1', ...WAITS, '--bail=1', '--reporter=json', '--outputFile', outputFile],
    // Projects have different folders: only an absolute path means the same in each.
    ...tests.map((test) => join(folder, test)),
  ];
  await rm(outputFile, { force: true });
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore', timeout: LIMIT_MS });
    child.on('error', reject);
    child.on('exit', resolve);
  });
  const text = await readFile(outputFile, 'utf8').catch(() => null);
  if (text === null) throw new Error(`${tests.join(', ')} did not end within ${LIMIT_MS / 60_000} minutes.`);
  const report = JSON.parse(text) as Report;
  const broken = report.testResults.find(({ status }) => status === 'failed');
  const failedTest = broken?.assertionResults.find(({ status }) => status === 'failed')?.fullName;
  if (report.testResults.length === 0) throw new Error(`No test ran for ${tests.join(', ')}.`);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests || (code === 0 ? 0 : 1),
    firstFailure: broken ? (failedTest ?? broken.name.slice(folder.length + 1)) : null,
  };
}
