import { Link } from 'wouter';
import { Section } from '../../frame/page.tsx';
import { Problem } from '../../frame/problem.tsx';
import { useUsage } from '../../usage/queries.ts';
import { Units } from '../../usage/units.tsx';

/** Units of the plan that are left in this period. */
export function UnitsLeft() {
  const { data, error, refetch } = useUsage();
  return (
    <Section title="Units" actions={<Link href="/usage">Show usage</Link>}>
      {error && <Problem error={error} retry={() => void refetch()} />}
      {data && <Units used={data.used} reserved={data.reserved} included={data.included} periodEnd={data.periodEnd} />}
    </Section>
  );
}
