import { writeFileSync } from 'node:fs';
import { STATEMENTS } from '../src/statements/index.ts';
import { statementsPage } from '../src/statements-page.ts';

writeFileSync(new URL('../../../docs/api-suite.md', import.meta.url), statementsPage(STATEMENTS));
