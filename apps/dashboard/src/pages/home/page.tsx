import { Page } from '../../frame/page.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { FirstSteps } from './first-steps.tsx';
import { NeedsAttention } from './needs-attention.tsx';
import { NextPosts } from './next-posts.tsx';
import { UnitsLeft } from './units-left.tsx';

/** What went wrong, what comes next, and what is left. */
export default function HomePage() {
  return (
    <Page
      title="Home"
      actions={
        <ButtonLink kind="primary" href="/compose">
          Compose post
        </ButtonLink>
      }
    >
      <FirstSteps />
      <NeedsAttention />
      <NextPosts />
      <UnitsLeft />
    </Page>
  );
}
