import { Page } from '../../frame/page.tsx';

export default function HomePage() {
  return <Page title="Home">…</Page>;
}
