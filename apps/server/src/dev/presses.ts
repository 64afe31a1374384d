/** One Ctrl-C may arrive several times: from the terminal, and from each package manager that passes it on. */
const SAME_PRESS_MS = 500;

/** Tells what a signal means: the wish to stop, that wish once more by another way, or the wish not to wait any longer. */
export function createPresses(nowMs: () => number): () => 'first' | 'same' | 'again' {
  let firstMs: number | null = null;
  return () => {
    if (firstMs === null) {
      firstMs = nowMs();
      return 'first';
    }
    return nowMs() - firstMs > SAME_PRESS_MS ? 'again' : 'same';
  };
}
