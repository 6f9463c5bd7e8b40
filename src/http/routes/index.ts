// The route table: every endpoint of the API, in the order of the reference.
import type { Route } from '../route-table.ts';
import type { Services } from '../services.ts';
import { auditRoutes } from './audit.ts';
import { authRoutes } from './auth.ts';
import { deviceTrustRoutes } from './device-trust.ts';
import { deviceRoutes } from './devices.ts';
import { environmentRoutes } from './environments.ts';
import { eventListRoutes } from './event-lists.ts';
import { eventRoutes } from './events.ts';
import { figureRoutes } from './figures.ts';
import { keyRoutes } from './keys.ts';
import { memberRoutes } from './members.ts';
import { outcomeRoutes } from './outcomes.ts';
import { ownAccountRoutes } from './own-account.ts';
import { serviceRoutes } from './service.ts';
import { webhookRoutes } from './webhooks.ts';

export function routeTable(services: Services): Route[] {
  return [
    ...eventRoutes(services),
    ...eventListRoutes(services),
    ...figureRoutes(services),
    ...deviceRoutes(services),
    ...deviceTrustRoutes(services),
    ...outcomeRoutes(services),
    ...webhookRoutes(services),
    ...authRoutes(services),
    ...ownAccountRoutes(services),
    ...memberRoutes(services),
    ...environmentRoutes(services),
    ...keyRoutes(services),
    ...auditRoutes(services),
    ...serviceRoutes(services),
  ];
}
