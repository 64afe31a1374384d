import { afterAll, beforeAll, describe, test } from 'vitest';
import { createApi } from '../src/api.ts';
import { IMPLEMENTATION_NAMES, type Implementation } from '../src/implementation.ts';
import { startImplementation } from '../src/implementations/index.ts';
import { STATEMENTS } from '../src/statements/index.ts';

const only = process.env.SUITE_ONLY?.split(',');

for (const name of IMPLEMENTATION_NAMES) {
  if (only && !only.includes(name)) continue;
  describe(name, () => {
    let implementation: Implementation;
    beforeAll(async () => {
      implementation = await startImplementation(name);
    });
    afterAll(() => implementation?.stop());

    for (const statement of STATEMENTS) {
      const title = `${statement.section} ${statement.statement}`;
      if ('open' in statement) continue;
      const define = statement.alone === undefined ? test.concurrent : test;
      define(title, async () => {
        const api = createApi(await implementation.world(), () => undefined);
        await statement.run(api);
      });
    }
  });
}
