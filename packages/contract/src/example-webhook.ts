import type { Webhook } from './webhooks.ts';

export const exampleWebhook: Webhook = {
  id: 'whk_01m7vz0c4qe8a9dm2n9r7t6x1b',
  url: 'https://app.example.com/hooks/fanfare',
  description: 'Production',
  events: ['target.published', 'target.failed', 'account.expired'],
  platforms: ['x', 'linkedin'],
  enabled: true,
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
  pausedUntil: null,
  previousSecretExpiresAt: null,
  createdAt: '2026-11-20T07:51:40.183Z',
};
