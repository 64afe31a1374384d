import type { Statement } from '../statement.ts';
import { publishStatements } from './4.5-publish.ts';

/** Every statement, in the order of the description. */
export const STATEMENTS: readonly Statement[] = [...publishStatements];
