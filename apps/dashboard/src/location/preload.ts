type Load = () => Promise<unknown>;

const loads = new Map<string, Load>();

/** Says how the code of a page is loaded; the routes do. */
export function setLoad(path: string, load: Load): void {
  loads.set(path, load);
}

/** Loads the code of a page before somebody goes there. */
export function preload(path: string): void {
  // A failure shows when the page is opened.
  loads
    .get(path)?.()
    .catch(() => undefined);
}
