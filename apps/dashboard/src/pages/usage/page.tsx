import { useSearchParams } from 'wouter';
import { Page, Section } from '../../frame/page.tsx';
import { Problem } from '../../frame/problem.tsx';
import { Waiting } from '../../frame/waiting.tsx';
import { Select } from '../../parts/select.tsx';
import { useUsage } from '../../usage/queries.ts';
import { Units } from '../../usage/units.tsx';
import { AccountsTable } from './accounts-table.tsx';
import { DaysChart } from './days-chart.tsx';
import { lastMonths } from './months.ts';
import { useUsageDays } from './queries.ts';

/** Units per day and per account, against what the plan includes. */
export default function UsagePage() {
  const [parameters, setParameters] = useSearchParams();
  const months = lastMonths(new Date());
  const month = months.find(({ value }) => value === parameters.get('month'))?.value ?? months[0]!.value;
  const isCurrent = month === months[0]!.value;
  const { data, error, refetch } = useUsageDays(isCurrent ? undefined : month);
  const { data: usage } = useUsage();
  return (
    <Page
      title="Usage"
      description="Each post, first comment and repost on a network is one unit. A post with a link on X is 65, because X charges for links; a repost of it is one."
      actions={
        <Select
          aria-label="Month"
          value={month}
          options={months}
          onChange={(next) => setParameters(next === months[0]!.value ? {} : { month: next }, { replace: true })}
        />
      }
    >
      {error && <Problem error={error} retry={() => void refetch()} />}
      {!error && !data && <Waiting rows={6} />}
      {data && (
        <>
          <Units
            used={data.used}
            reserved={isCurrent ? (usage?.reserved ?? 0) : 0}
            included={data.included}
            periodEnd={isCurrent ? data.periodEnd : null}
          />
          <Section title="By day">
            <DaysChart days={data.days} />
          </Section>
          <Section title="By account">
            <AccountsTable accounts={data.accounts} used={data.used} />
          </Section>
        </>
      )}
    </Page>
  );
}
