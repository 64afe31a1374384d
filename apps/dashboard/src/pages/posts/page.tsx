import { useLocation, useSearchParams } from 'wouter';
import { useAllAccounts } from '../../accounts/queries.ts';
import { Empty } from '../../frame/empty.tsx';
import { Page } from '../../frame/page.tsx';
import { Problem } from '../../frame/problem.tsx';
import { Waiting } from '../../frame/waiting.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { PostLine } from '../../posts/post-line.tsx';
import { FilterBar } from './filter-bar.tsx';
import { addressOf, isFiltered, type PostFilters, readFilters } from './filters.ts';
import styles from './page.module.css';
import { usePosts } from './queries.ts';

/** Posts by state, network, account, profile and day. The filters and the place in the list are in the address. */
export default function PostsPage() {
  const [parameters] = useSearchParams();
  const [, navigate] = useLocation();
  const filters = readFilters(parameters);
  const { data, error, refetch, isPlaceholderData } = usePosts(filters);
  const { data: accounts = [] } = useAllAccounts();
  const change = (changes: Partial<PostFilters>): void =>
    // Another filter begins at the first page.
    navigate(addressOf({ ...filters, ...changes, cursor: '' }), { replace: true });
  return (
    <Page
      title="Posts"
      actions={
        <ButtonLink kind="primary" href="/compose">
          Compose post
        </ButtonLink>
      }
    >
      <FilterBar filters={filters} accounts={accounts} onChange={change} />
      {error && <Problem error={error} retry={() => void refetch()} />}
      {!error && !data && <Waiting rows={8} />}
      {!error && data?.posts.length === 0 && <NoPosts filters={filters} />}
      {!error && data && (
        <>
          <ul className={styles.list} data-old={isPlaceholderData || undefined} aria-label="Posts">
            {data.posts.map((post) => (
              <PostLine key={post.id} post={post} />
            ))}
          </ul>
          <Pages filters={filters} nextCursor={data.nextCursor} />
        </>
      )}
    </Page>
  );
}

function NoPosts({ filters }: { readonly filters: PostFilters }) {
  if (isFiltered(filters))
    return <Empty action={<ButtonLink href="/posts">Show all posts</ButtonLink>}>No post matches these filters.</Empty>;
  return (
    <Empty action={<ButtonLink href="/compose">Compose post</ButtonLink>}>
      This project has no post. Write the first one here, or send it with the API.
    </Empty>
  );
}

/** The page is in the address: reload, back, and a link to a colleague show the same posts. */
function Pages({ filters, nextCursor }: { readonly filters: PostFilters; readonly nextCursor: string | null }) {
  if (filters.cursor === '' && nextCursor === null) return null;
  return (
    <nav className={styles.pages} aria-label="Pages">
      {filters.cursor === '' ? (
        <span />
      ) : (
        <ButtonLink href={addressOf({ ...filters, cursor: '' })}>Back to the start</ButtonLink>
      )}
      {nextCursor !== null && <ButtonLink href={addressOf({ ...filters, cursor: nextCursor })}>Next page</ButtonLink>}
    </nav>
  );
}
