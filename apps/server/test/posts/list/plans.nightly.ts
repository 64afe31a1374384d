import { IN_PARTITIONS, LISTS, tryPlans } from './try-plans.ts';

tryPlans(
  IN_PARTITIONS,
  LISTS.filter(({ page }) => page !== 'first page'),
);
