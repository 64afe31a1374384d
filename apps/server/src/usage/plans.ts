export { isPlanName, PLANS, type PlanName, planOf } from '@fanfare/rules';
