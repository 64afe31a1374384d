import { GENERATORS, tryGenerators } from './try-generators.ts';

// The others take a while to install: `pnpm nightly` tries them.
tryGenerators(GENERATORS.filter(({ name }) => name === 'openapi-typescript'));
