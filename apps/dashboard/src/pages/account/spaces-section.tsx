import type { Account, Space } from '@fanfare/sdk';
import { useDeferredValue, useState } from 'react';
import { SPACES_A_PAGE, useSpaces } from '../../accounts/queries.ts';
import { CopyButton } from '../../frame/copy-button.tsx';
import { Empty } from '../../frame/empty.tsx';
import { OutsideLink } from '../../frame/outside-link.tsx';
import { Section } from '../../frame/page.tsx';
import { Problem } from '../../frame/problem.tsx';
import { Waiting } from '../../frame/waiting.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import styles from './spaces-section.module.css';

/** The spaces of a hub, searched by name: what `spaceSlug` takes. */
export function SpacesSection({ account }: { readonly account: Account }) {
  const [search, setSearch] = useState('');
  const [offset, setOffset] = useState(0);
  const q = useDeferredValue(search.trim());
  const { data, error, refetch, isPlaceholderData } = useSpaces(account.id, { q, offset });
  return (
    <Section title="Spaces" description="A post goes to the default space, unless it names another one.">
      <search className={styles.search}>
        <TextField
          label="Search spaces"
          type="search"
          placeholder="Part of a name or slug"
          maxLength={100}
          value={search}
          onChange={({ target }) => {
            setSearch(target.value);
            setOffset(0);
          }}
        />
      </search>
      {error && <Problem error={error} retry={() => void refetch()} />}
      {!error && !data && <Waiting rows={5} />}
      {!error && data?.total === 0 && (
        <Empty>{q === '' ? 'The hub has no space.' : `No space has “${q}” in its name.`}</Empty>
      )}
      {!error && data && data.total > 0 && (
        <div data-old={isPlaceholderData || undefined}>
          <Table label="Spaces" columns={COLUMNS} rows={data.spaces} rowKey={({ slug }) => slug} />
          <Pages total={data.total} offset={offset} onChange={setOffset} />
        </div>
      )}
    </Section>
  );
}

const COLUMNS: readonly Column<Space>[] = [
  { key: 'name', label: 'Name', cell: ({ name }) => <bdi>{name}</bdi> },
  {
    key: 'slug',
    label: 'Slug',
    cell: ({ slug }) => (
      <span className={styles.slug}>
        <code>{slug}</code>
        <CopyButton text={slug} label={`Copy slug ${slug}`} />
      </span>
    ),
  },
  {
    key: 'use',
    label: 'Use',
    cell: ({ isDefault, canPost }) => {
      if (canPost === false) return <Badge tone="warn">No permission to post</Badge>;
      return isDefault && <Badge tone="good">Default</Badge>;
    },
  },
  { key: 'page', label: 'Page', cell: ({ url }) => url && <OutsideLink href={url}>Open</OutsideLink> },
];

type PagesProps = { readonly total: number; readonly offset: number; readonly onChange: (offset: number) => void };

function Pages({ total, offset, onChange }: PagesProps) {
  if (total <= SPACES_A_PAGE) return null;
  const last = Math.min(offset + SPACES_A_PAGE, total);
  return (
    <nav className={styles.pages} aria-label="Pages of spaces">
      <span>
        {offset + 1} to {last} of {total}
      </span>
      <Button size="small" disabled={offset === 0} onClick={() => onChange(offset - SPACES_A_PAGE)}>
        Previous
      </Button>
      <Button size="small" disabled={last === total} onClick={() => onChange(offset + SPACES_A_PAGE)}>
        Next
      </Button>
    </nav>
  );
}
