import { tryQuickStartSdk } from './try-quick-start-sdk.ts';

// `pnpm nightly` repeats all of them.
tryQuickStartSdk([]);
