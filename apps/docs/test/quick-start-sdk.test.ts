import { tryQuickStartSdk } from './try-quick-start-sdk.ts';

// Those that meet what their own first run left. `pnpm nightly` repeats all of them.
tryQuickStartSdk(['retry.ts', 'publish.ts']);
