import { useState } from 'react';
import { useAccounts } from '../../accounts/queries.ts';
import { Page } from '../../frame/page.tsx';
import { Waiting } from '../../frame/waiting.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { useUsage } from '../../usage/queries.ts';
import { FirstSteps } from './first-steps.tsx';
import { NeedsAttention } from './needs-attention.tsx';
import { NextPosts } from './next-posts.tsx';
import { useFirstSteps, useNextPosts, useOpenFailures } from './queries.ts';
import { UnitsLeft } from './units-left.tsx';

/** The first page: failures, coming posts and the units that are left. */
export default function HomePage() {
  // The parts come all at once, so that none moves another one.
  const parts = [useFirstSteps(), useOpenFailures(), useAccounts(), useNextPosts(), useUsage()];
  const isReading = parts.some(({ isPending }) => isPending);
  // A part that failed reads again when it is shown, which must not take the page away again.
  const [isShown, setIsShown] = useState(false);
  if (!isReading && !isShown) setIsShown(true);
  return (
    <Page
      title="Home"
      actions={
        <ButtonLink kind="primary" href="/compose">
          Compose post
        </ButtonLink>
      }
    >
      {!isShown ? (
        <Waiting rows={8} />
      ) : (
        <>
          <FirstSteps />
          <NeedsAttention />
          <NextPosts />
          <UnitsLeft />
        </>
      )}
    </Page>
  );
}
