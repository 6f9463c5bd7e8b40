// The route table: every endpoint of the API, in the order of the API reference.
import type { Route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';
import { accountDetailRoutes } from './account.ts';
import { accountRoutes } from './accounts.ts';
import { alertRoutes } from './alerts.ts';
import { assessmentRoutes } from './assessments.ts';
import { assignmentRoutes } from './assignments.ts';
import { auditRoutes } from './audit.ts';
import { authRoutes } from './auth.ts';
import { campaignRoutes } from './campaigns.ts';
import { deliveryRoutes } from './deliveries.ts';
import { deviceTrustRoutes } from './device-trust.ts';
import { deviceRoutes } from './devices.ts';
import { environmentRoutes } from './environments.ts';
import { erasureRoutes } from './erasure.ts';
import { eventListRoutes } from './event-lists.ts';
import { eventRoutes } from './events.ts';
import { integrationRoutes } from './integration.ts';
import { keyRoutes } from './keys.ts';
import { letThroughRoutes } from './let-through.ts';
import { linkRoutes } from './links.ts';
import { memberRoutes } from './members.ts';
import { networkRoutes } from './networks.ts';
import { noteRoutes } from './notes.ts';
import { outcomeBatchRoutes } from './outcome-batches.ts';
import { outcomeRoutes } from './outcomes.ts';
import { overviewRoutes } from './overview.ts';
import { ownAccountRoutes } from './own-account.ts';
import { policyRoutes } from './policy.ts';
import { policyQualityRoutes } from './policy-quality.ts';
import { policyTrialRoutes } from './policy-trial.ts';
import { savedViewRoutes } from './saved-views.ts';
import { searchRoutes } from './search.ts';
import { secondFactorRoutes } from './second-factor.ts';
import { serviceRoutes } from './service.ts';
import { webhookRoutes } from './webhooks.ts';

export function routeTable(services: Services): Route[] {
  return [
    ...eventRoutes(services),
    ...eventListRoutes(services),
    ...assessmentRoutes(services),
    ...overviewRoutes(services),
    ...networkRoutes(services),
    ...searchRoutes(services),
    ...linkRoutes(services),
    ...accountRoutes(services),
    ...accountDetailRoutes(services),
    ...deviceRoutes(services),
    ...deviceTrustRoutes(services),
    ...campaignRoutes(services),
    ...letThroughRoutes(services),
    ...outcomeRoutes(services),
    ...outcomeBatchRoutes(services),
    ...noteRoutes(services),
    ...assignmentRoutes(services),
    ...savedViewRoutes(services),
    ...policyRoutes(services),
    ...policyTrialRoutes(services),
    ...policyQualityRoutes(services),
    ...webhookRoutes(services),
    ...deliveryRoutes(services),
    ...alertRoutes(services),
    ...authRoutes(services),
    ...ownAccountRoutes(services),
    ...secondFactorRoutes(services),
    ...memberRoutes(services),
    ...environmentRoutes(services),
    ...keyRoutes(services),
    ...integrationRoutes(services),
    ...erasureRoutes(services),
    ...auditRoutes(services),
    ...serviceRoutes(services),
  ];
}
