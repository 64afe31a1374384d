/** One Ctrl-C may arrive several times: from the terminal and from each package manager. */
const SAME_PRESS_MS = 500;

/** Classifies stop signals: first, duplicate of the same key press, or second press. */
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
