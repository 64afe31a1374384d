import { useLocation, useSearchParams } from 'wouter';
import { Empty } from '../../frame/empty.tsx';
import { Page } from '../../frame/page.tsx';
import { Pages } from '../../frame/pages.tsx';
import { Problem } from '../../frame/problem.tsx';
import { Waiting } from '../../frame/waiting.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { FinishedTextField } from '../../parts/field.tsx';
import { SelectField } from '../../parts/select.tsx';
import { addressOf, type RequestFilters, readFilters } from './filters.ts';
import { NoRequests } from './no-requests.tsx';
import styles from './page.module.css';
import { useRequests } from './queries.ts';
import { RequestsTable } from './requests-table.tsx';

/** The last calls of the API. The filters and the position in the list are in the address. */
export default function RequestsPage() {
  const [parameters] = useSearchParams();
  const [, navigate] = useLocation();
  const filters = readFilters(parameters);
  const { data, error, refetch, isPlaceholderData } = useRequests(filters);
  const change = (changes: Partial<RequestFilters>): void =>
    // Another filter begins at the first page.
    navigate(addressOf({ ...filters, ...changes, cursor: '' }), { replace: true });
  return (
    <Page
      title="Requests"
      description="Calls with a key in the last 7 days, and what was changed here. Bodies, queries and ids of accounts are not kept."
    >
      <Filters filters={filters} onChange={change} />
      {error && <Problem error={error} retry={() => void refetch()} />}
      {!error && !data && <Waiting rows={8} />}
      {!error && data?.requests.length === 0 && <Nothing filters={filters} />}
      {!error && data && data.requests.length > 0 && (
        <div data-old={isPlaceholderData || undefined}>
          <RequestsTable requests={data.requests} />
          <Pages
            cursor={filters.cursor}
            nextCursor={data.nextCursor}
            addressOf={(cursor) => addressOf({ ...filters, cursor })}
            back="Back to the newest"
            next="Older calls"
          />
        </div>
      )}
    </Page>
  );
}

const WHICH = [
  { value: 'all', label: 'All' },
  { value: 'errors', label: 'Errors only' },
] as const;

type FiltersProps = {
  readonly filters: RequestFilters;
  readonly onChange: (changes: Partial<RequestFilters>) => void;
};

function Filters({ filters: { onlyErrors, requestId }, onChange }: FiltersProps) {
  return (
    <search className={styles.filters} aria-label="Filters">
      <SelectField
        label="Show"
        value={onlyErrors ? 'errors' : 'all'}
        options={WHICH}
        onChange={(which) => onChange({ onlyErrors: which === 'errors' })}
      />
      <FinishedTextField
        key={requestId}
        label="Request id"
        placeholder="From an error or a log"
        value={requestId}
        maxLength={64}
        onFinish={(next) => onChange({ requestId: next })}
      />
    </search>
  );
}

function Nothing({ filters: { onlyErrors, requestId, cursor } }: { readonly filters: RequestFilters }) {
  const showAll = <ButtonLink href="/requests">Show all requests</ButtonLink>;
  if (requestId !== '') return <Empty action={showAll}>No call of the last 7 days has this request id.</Empty>;
  if (onlyErrors) return <Empty action={showAll}>No call has failed in the last 7 days.</Empty>;
  if (cursor !== '') return <Empty action={showAll}>There are no older calls.</Empty>;
  return <NoRequests />;
}
