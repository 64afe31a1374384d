import { isPlanName, PLANS } from '@fanfare/rules';
import { defineCommand } from './command.ts';
import { say, table } from './say.ts';
import { CommandError } from './with-database.ts';

export const listPlans = defineCommand({
  name: 'plans list',
  description: 'Show what each plan includes.',
  run: async () =>
    say.result(
      table(
        ['PLAN', 'UNITS A MONTH', 'BEYOND THEM', 'ACCOUNTS', 'PROJECTS'],
        Object.values(PLANS).map((plan) => [
          plan.name,
          limit(plan.includedUnits),
          plan.includedUnits === null ? '-' : plan.overage ? 'goes on' : 'stops',
          limit(plan.connectedAccounts),
          limit(plan.projects),
        ]),
      ),
    ),
});

/** Checks a plan. Throws CommandError with the list of plans. */
export function requirePlan(name: string): keyof typeof PLANS {
  if (!isPlanName(name))
    throw new CommandError(`There is no plan "${name}". Choose one of: ${Object.keys(PLANS).join(', ')}.`);
  return name;
}

const limit = (value: number | null): string => (value === null ? 'unlimited' : String(value));
