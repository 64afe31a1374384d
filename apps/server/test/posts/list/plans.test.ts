import { IN_PARTITIONS, LISTS, TEN_MILLION, tryPlans } from './try-plans.ts';

tryPlans(TEN_MILLION, LISTS);
// Planning takes twice as long there: the nightly run holds the other pages.
tryPlans(
  IN_PARTITIONS,
  LISTS.filter(({ page }) => page === 'first page'),
);
