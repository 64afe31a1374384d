import type { Statement } from '../statement.ts';
import { serviceStatements } from './1-service.ts';
import { mediaItemStatements } from './2.4-media-item.ts';
import { resourceStatements } from './2-resources.ts';
import { stateStatements } from './3-states.ts';
import { connectStatements } from './4.1-connect.ts';
import { connectEndsStatements } from './4.1-connect-ends.ts';
import { connectFlowStatements } from './4.1-connect-flow.ts';
import { connectPagesStatements } from './4.1-connect-pages.ts';
import { connectStateStatements } from './4.1-connect-state.ts';
import { reconnectStatements } from './4.1-reconnect.ts';
import { listAccountsStatements } from './4.2-accounts.ts';
import { disconnectStatements } from './4.3-disconnect.ts';
import { mentionStatements } from './4.4-mentions.ts';
import { spaceStatements } from './4.4-spaces.ts';
import { admissionStatements } from './4.5-admission.ts';
import { chainStatements } from './4.5-chains.ts';
import { contentRuleStatements } from './4.5-content-rules.ts';
import { hubPublishStatements } from './4.5-hubs.ts';
import { keyStatements } from './4.5-keys.ts';
import { optionStatements } from './4.5-options.ts';
import { publishStatements } from './4.5-publish.ts';
import { replayStatements } from './4.5-replays.ts';
import { shapeStatements } from './4.5-shape.ts';
import { targetErrorStatements } from './4.5-target-errors.ts';
import { targetFieldStatements } from './4.5-target-fields.ts';
import { targetStatements } from './4.5-targets.ts';
import { validateStatements } from './4.5-validate.ts';
import { warningAndBillingStatements } from './4.5-warnings-billing.ts';
import { listStatements } from './4.6-list.ts';
import { listFilterStatements } from './4.6-list-filters.ts';
import { getStatements } from './4.7-get.ts';
import { cancelStatements } from './4.8-cancel.ts';
import { repostStatements } from './4.9-repost.ts';
import { repostsStatements } from './4.10-reposts.ts';
import { repostsRefusedStatements } from './4.10-reposts-refused.ts';
import { metricsStatements } from './4.11-metrics.ts';
import { hostedFileStatements } from './4.13-hosted-files.ts';
import { oneCallStatements } from './4.13-one-call.ts';
import { uploadStatements } from './4.13-uploads.ts';
import { hostedInPostStatements } from './4.13-use-in-posts.ts';
import { unpublishStatements } from './4.14-unpublish.ts';
import { draftStatements } from './4.15-drafts.ts';
import { authenticationStatements } from './5-authentication.ts';
import { hubShapeStatements } from './5-hub-shape.ts';
import { hubStatements } from './5-hubs.ts';
import { keyScopeStatements } from './5-key-scopes.ts';
import { eventStatements } from './6-events.ts';
import { outboundEventStatements } from './6-outbound-events.ts';
import { deliveryStatements } from './6-webhook-deliveries.ts';
import { receiverStatements } from './6-webhook-receiver.ts';
import { webhookStatements } from './6-webhooks.ts';
import { errorStatements } from './7-errors.ts';
import { faultStatements } from './7-faults.ts';
import { limitStatements } from './8-limits.ts';
import { mediaStatements } from './8-media.ts';
import { meteringStatements } from './8-metering.ts';
import { platformStatements } from './8-platforms.ts';
import { quotaStatements } from './8-quota.ts';
import { rateLimitStatements } from './8-rate-limits.ts';
import { versionStatements } from './9-versions.ts';

/** Every statement, in the order of the description. */
export const STATEMENTS: readonly Statement[] = [
  ...serviceStatements,
  ...resourceStatements,
  ...mediaItemStatements,
  ...stateStatements,
  ...connectStatements,
  ...connectEndsStatements,
  ...connectFlowStatements,
  ...connectStateStatements,
  ...connectPagesStatements,
  ...reconnectStatements,
  ...listAccountsStatements,
  ...disconnectStatements,
  ...spaceStatements,
  ...mentionStatements,
  ...publishStatements,
  ...targetStatements,
  ...targetFieldStatements,
  ...shapeStatements,
  ...admissionStatements,
  ...contentRuleStatements,
  ...hubPublishStatements,
  ...optionStatements,
  ...keyStatements,
  ...replayStatements,
  ...targetErrorStatements,
  ...warningAndBillingStatements,
  ...chainStatements,
  ...validateStatements,
  ...listStatements,
  ...listFilterStatements,
  ...getStatements,
  ...cancelStatements,
  ...repostStatements,
  ...repostsStatements,
  ...repostsRefusedStatements,
  ...metricsStatements,
  ...hostedFileStatements,
  ...oneCallStatements,
  ...uploadStatements,
  ...hostedInPostStatements,
  ...unpublishStatements,
  ...draftStatements,
  ...authenticationStatements,
  ...keyScopeStatements,
  ...hubShapeStatements,
  ...hubStatements,
  ...eventStatements,
  ...webhookStatements,
  ...deliveryStatements,
  ...receiverStatements,
  ...outboundEventStatements,
  ...errorStatements,
  ...faultStatements,
  ...limitStatements,
  ...mediaStatements,
  ...platformStatements,
  ...meteringStatements,
  ...quotaStatements,
  ...rateLimitStatements,
  ...versionStatements,
];
