export { STATEMENTS } from './statements/index.ts';
export { statementsPage } from './statements-page.ts';
