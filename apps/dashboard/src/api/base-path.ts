/** The path of this installation: `''` or `/fanfare`. The server writes it into the page. */
export const BASE_PATH: string = document.documentElement.dataset.base ?? '';
