import { tsc } from './tsc.ts';

/** Checks the package in whose folder it runs, and those that it references. */
process.exitCode = tsc('--build');
