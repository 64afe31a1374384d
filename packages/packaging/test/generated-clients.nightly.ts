import { GENERATORS, tryGenerators } from './try-generators.ts';

tryGenerators(GENERATORS.filter(({ name }) => name !== 'openapi-typescript'));
