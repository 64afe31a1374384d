import { startWordpress } from '../src/index.ts';

// For ends-with-its-process.nightly.ts.
const wordpress = await startWordpress();
if ('missing' in wordpress) throw new Error(wordpress.missing);
console.log(`started ${wordpress.root}`);
setInterval(() => undefined, 60_000);
