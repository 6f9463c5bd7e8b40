// The dependencies of the routes: the context of the flows and the services of the HTTP layer.
import type { Context } from '../../flows/context.ts';
import type { AddressReader } from '../auth/client-address.ts';
import type { SignedCursor } from '../lists/paging.ts';
import type { Metrics } from './metrics.ts';
import type { ServerOptions } from './options.ts';
import type { Readiness } from './readiness.ts';

export interface Services {
  context: Context;
  options: ServerOptions;
  metrics: Metrics;
  readiness: Readiness;
  clientAddress: AddressReader;
  cursors: SignedCursor;
  /** The OpenAPI document as JSON text; available once all routes are registered. */
  openApiText: () => string;
}
