import { tryAgreement } from './try-agreement.ts';

// One sequence on each plan, the same in every run, so that a change fails only for what it does
// itself. Every night brings new ones, and more.
tryAgreement(Number(process.env.AGREEMENT_RUNS ?? 140), 1);
