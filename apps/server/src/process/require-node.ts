/** The first Node that runs the server and its libraries; docs/self-hosting.md names it. */
const OLDEST = [22, 19] as const;

// Programs import this file first. What else they import statically must load in any Node, or a
// SyntaxError comes before this sentence.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  process.stderr.write(
    `Fanfare needs Node ${OLDEST.join('.')} or newer, and this is Node ${process.versions.node}: https://nodejs.org/en/download has it.\n`,
  );
  process.exit(1);
}
