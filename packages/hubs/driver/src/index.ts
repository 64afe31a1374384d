export * from './hub-adapter.ts';
export * from './hub-driver.ts';
export { hubRules } from './rules.ts';
