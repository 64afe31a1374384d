import { tryInterleavings } from './try-interleavings.ts';

tryInterleavings(20_000, Date.now() % 2 ** 31);
