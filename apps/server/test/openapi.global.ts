import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { TestProject } from 'vitest/node';
import { parse } from 'yaml';

declare module 'vitest' {
  interface ProvidedContext {
    /** The checked-in API description as JSON, read once for all test files. */
    openapi: string;
  }
}

export default function setup(project: TestProject): void {
  const file = createRequire(import.meta.url).resolve('@fanfare/contract/openapi.yaml');
  project.provide('openapi', JSON.stringify(parse(readFileSync(file, 'utf8'))));
}
