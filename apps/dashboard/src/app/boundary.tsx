import { Component, type ReactNode } from 'react';
import { Problem } from '../frame/problem.tsx';
import { Standalone } from '../frame/standalone.tsx';

type Props = { readonly isWithinShell?: boolean; readonly children: ReactNode };
type State = { readonly error: unknown };

const RELOADED = 'fanfare.reloaded';
const RELOAD_AGAIN_MS = 60_000;

/** Shows what went wrong in place of the part that failed. */
export class Boundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    // A new version was installed, and a page of the old one is not there any more.
    const isMissing = error instanceof TypeError && /dynamically imported|module script/i.test(error.message);
    const reloadedAtMs = Number(sessionStorage.getItem(RELOADED) ?? 0);
    if (!isMissing || Date.now() - reloadedAtMs < RELOAD_AGAIN_MS) return;
    sessionStorage.setItem(RELOADED, String(Date.now()));
    location.reload();
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return (
      <Standalone title="This page does not work" isWithinShell={this.props.isWithinShell ?? false}>
        <Problem error={this.state.error} retry={() => this.setState({ error: null })} />
      </Standalone>
    );
  }
}
