import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Stands in for the program that counts pages, and fails with what it has. */
const tried = ((): string => {
  try {
    writeFileSync(path.join(tmpdir(), `fanfare-${process.pid}`), '');
    return 'wrote a file';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'failed';
  }
})();
console.error(
  `environment [${Object.keys(process.env).filter((name) => name !== 'NODE_CHANNEL_FD' && name !== 'NODE_CHANNEL_SERIALIZATION_MODE')}], ${tried}`,
);
process.exit(3);
