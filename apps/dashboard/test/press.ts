import type { Page } from 'playwright-core';

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/**
 * Presses a button of the dialog that is open; the page behind it may have one of the same name.
 */
export const pressInDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
