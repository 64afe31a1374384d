import { tryAgreement } from './try-agreement.ts';

// The same requests in every run, so that a change fails only for what it does itself. Every night brings new ones.
tryAgreement(Number(process.env.AGREEMENT_RUNS ?? 2_500), 1);
