import { readFileSync } from 'node:fs';
import { CONNECT_FAILURE_REASONS, EVENT_TYPES, REQUEST_ERROR_CODES, REQUEST_ERRORS } from '@fanfare/contract';
import { readOpenApi } from './openapi-document.ts';
import { renderErrors, renderErrorTable } from './render-errors.ts';
import { renderTypes } from './render-types.ts';

const SOURCE = new URL('../src/', import.meta.url);

/** Every file of the package that a command writes, with its text. */
export function generatedFiles(): { file: URL; text: string }[] {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const reasons = CONNECT_FAILURE_REASONS.filter((reason) => reason !== 'state_invalid');
  return [
    { file: new URL('types.gen.ts', SOURCE), text: renderTypes(readOpenApi(), reasons) },
    { file: new URL('error-classes.gen.ts', SOURCE), text: renderErrors(REQUEST_ERRORS) },
    { file: new URL('error-table.gen.ts', SOURCE), text: renderErrorTable(REQUEST_ERROR_CODES) },
    {
      file: new URL('event-types.gen.ts', SOURCE),
      text: `// Written by \`pnpm golden\` from the contract's list of event types.

/** Every type of event that this version of the SDK knows. */
export const EVENT_TYPES: readonly string[] = [
${EVENT_TYPES.map((type) => `  '${type}',\n`).join('')}];
`,
    },
    {
      file: new URL('version.gen.ts', SOURCE),
      text: `// Written by \`pnpm golden\` from package.json.\n\n/** Version of this package. */\nexport const VERSION = '${version}';\n`,
    },
  ];
}
