// What the routes are made with: the flows' context and what the door keeps for itself.
import type { Context } from '../../flows/context.ts';
import type { AddressReader } from '../auth/client-address.ts';
import type { SignedCursor } from '../lists/paging.ts';
import type { Metrics } from './metrics.ts';
import type { ServerOptions } from './options.ts';

export interface Services {
  context: Context;
  options: ServerOptions;
  metrics: Metrics;
  clientAddress: AddressReader;
  cursors: SignedCursor;
  /** The description of the API as JSON text; known once all routes are registered. */
  openApiText: () => string;
}
