import { Empty } from '../frame/empty.tsx';
import { Page } from '../frame/page.tsx';
import { ButtonLink } from '../parts/button.tsx';

export function NotFound() {
  return (
    <Page title="There is nothing at this address">
      <Empty action={<ButtonLink href="/">Go to Home</ButtonLink>}>
        The page may have moved, or the address may be incomplete.
      </Empty>
    </Page>
  );
}
