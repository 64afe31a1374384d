import { PROGRAMS, tryQuickStartSdk } from './try-quick-start-sdk.ts';

tryQuickStartSdk(PROGRAMS.toReversed());
