import type { DocumentedError } from './documented-error.ts';
import type { Became } from './reach.ts';

export type MappedError = DocumentedError & { readonly became: Became };

/** The page that lists documented errors: the edge, the source and the result of each. */
export function renderErrors(name: string, errors: readonly MappedError[]): string {
  const mapped = errors.filter(({ becomes, became }) => became.code === becomes).length;
  const lines = errors.map((error) => {
    const { edge, documented, status, source, became, provoke } = error;
    const cells = [
      edge,
      `\`${documented}\``,
      String(status),
      `\`${became.code}\``,
      became.outcome ?? '',
      again(became),
      blames(became),
      provoke ? 'simulator' : 'answer',
      source,
    ];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return `${[
    `# Errors of ${name}`,
    '',
    '<!-- Written by the conformance suite of the package that names this file; run `vitest run -u` there to write it again. -->',
    '',
    `Every error the network documents or was seen to give, provoked on its edge over real HTTP. **${mapped} of ${errors.length} mapped, ${Math.floor((100 * mapped) / errors.length)} %.**`,
    '',
    '"Outcome" is what the answer says of the write: `rejected` (it was not done), `unknown` (only reading can decide). "Again" is when the same call may be sent',
    'once more, after the adapter\'s own repetitions of reads and hidden calls. "Provoked by" says who refused: the simulator itself, or the documented answer in its place.',
    '',
    '| Edge | The network says | Status | Becomes | Outcome | Again | Who has to act | Provoked by | Source |',
    '|---|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n')}\n`;
}

function again({ retryAfterMs }: Became): string {
  if (retryAfterMs === null) return '';
  if (retryAfterMs > 3_600_000) return 'hours later';
  // Up to a minute in seconds: minutes would hide the difference between waits.
  return retryAfterMs > 60_000 ? `after ${Math.round(retryAfterMs / 60_000)} min` : `after ${retryAfterMs / 1000} s`;
}

function blames({ credential, operator }: Became): string {
  if (operator) return 'operator';
  return credential === null ? '' : `account becomes \`${credential}\``;
}
