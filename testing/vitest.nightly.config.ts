import { testsIn } from './vitest.config.ts';

export default testsIn('test/**/*.nightly.ts');
