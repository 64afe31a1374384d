/**
 * `@fanfare/mock/playwright`: the mock behind the pages of a Playwright test.
 *
 * @module
 */
export { fanfareFixture, type Routable, routeMock } from '@fanfare/mock/playwright';
