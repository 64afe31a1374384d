#!/usr/bin/env node
import process from 'node:process';

const NEEDED = [22, 19] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  process.stderr.write(`@fanfare/mcp needs Node.js ${NEEDED.join('.')} or later; this is ${process.versions.node}.\n`);
  process.exitCode = 2;
} else {
  // Loaded only now: older versions of Node cannot read it.
  const { serve } = await import('./serve.ts');
  process.exitCode = await serve(process.argv.slice(2), process);
}
