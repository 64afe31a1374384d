export { columns } from './columns.ts';
export { tellFailure } from './tell-failure.ts';
