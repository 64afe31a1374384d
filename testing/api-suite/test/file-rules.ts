import { readFileSync } from 'node:fs';

const PAGE = readFileSync(new URL('../../../docs/limits.md', import.meta.url), 'utf8');
const TABLES = /^Of files:\n\n(?:\|.*\n)+/gm;
const RULE = /^\| `([a-z_]+\.[a-z_]+\.?[a-z_]*)` \|/gm;

const rulesIn = (text: string): string[] => [...text.matchAll(RULE)].map(([, name = '']) => name);

/** Documented rules about requests. */
export const REQUEST_RULE_NAMES: readonly string[] = rulesIn(PAGE.replaceAll(TABLES, ''));

/**
 * Documented rules about files, which a corpus of files tries with the rules and the simulators.
 */
export const FILE_RULE_NAMES: readonly string[] = rulesIn((PAGE.match(TABLES) ?? []).join('\n'));
