import type { RequestErrorFacts } from '@fanfare/contract';

const classOf = (code: string): string => {
  const name = code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return name.endsWith('Error') ? name : `${name}Error`;
};

/** A class per error code, as the text of a TypeScript file. */
export function renderErrors(errors: Readonly<Record<string, RequestErrorFacts>>): string {
  const entries = Object.entries(errors);
  const classes = entries.map(
    ([code, { status, meaning, remedy }]) => `/** ${status} \`${code}\`: ${meaning} ${remedy} */
export class ${classOf(code)} extends FanfareApiError<'${code}'> {
  static override readonly kind: string = '${classOf(code)}';
}
`,
  );
  return `// Written by \`pnpm golden\` from the contract's list of error codes.

import { FanfareApiError } from './errors.ts';

${classes.join('\n')}`;
}

/** The table from code to class, which users have no need of, as the text of a TypeScript file. */
export function renderErrorTable(codes: readonly string[]): string {
  return `// Written by \`pnpm golden\` from the contract's list of error codes.

import * as classes from './error-classes.gen.ts';

/** The class of every code. */
export const ERROR_CLASSES = {
${codes.map((code) => `  ${code}: classes.${classOf(code)},\n`).join('')}};
`;
}
