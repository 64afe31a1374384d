import { isMet } from '../book.ts';
import { printTable } from '../print-table.ts';
import { callFromOutside } from './call-from-outside.ts';

/**
 * Prints what other people's clients of MCP manage. Ends with 1 when a call gave something else.
 */
const rows = await callFromOutside();
printTable(rows);
process.exitCode = rows.every(isMet) ? 0 : 1;
