import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const KIT = fileURLToPath(new URL('../../../../packages/hubs/kit/src/bin.ts', import.meta.url));

/** A run of the conformance kit. */
export type KitReport = {
  readonly hub: string;
  readonly text: string;
  /** `63 checks: 62 passed, 0 failed, 1 skipped.` */
  readonly lastLine: string;
  /** No check failed. */
  readonly isGreen: boolean;
};

type Given = {
  /** For whoever reads the report. */
  readonly hub: string;
  readonly url: string;
  readonly args: readonly string[];
  readonly input?: string;
};

/** Runs the conformance kit on a hub, as its author does. */
export async function runKitOn({ hub, url, args, input = '' }: Given): Promise<KitReport> {
  const kit = spawn(process.execPath, [KIT, url, '--yes', ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  // The kit may end without reading its input.
  kit.stdin.on('error', () => undefined).end(input);
  const [stdout, stderr, [exitCode]] = await Promise.all([text(kit.stdout), text(kit.stderr), once(kit, 'close')]);
  const report = `${stdout}${stderr}`.trimEnd();
  return { hub, text: report, lastLine: report.slice(report.lastIndexOf('\n') + 1), isGreen: exitCode === 0 };
}
