// The dependencies of the routes: the context of the flows and the services of the HTTP layer.
import type { Context } from '../../flows/context.ts';
import type { AddressReader } from '../auth/client-address.ts';
import type { SignedCursor } from '../lists/paging.ts';
import type { Metrics } from './metrics.ts';
import type { ServerOptions } from './options.ts';
import type { Readiness } from './readiness.ts';
import type { RejectionCounter } from './rejection-counter.ts';

/** A document that is the same for every caller. */
export interface PublicDocument {
  bytes: Buffer;
  etag: string;
}

export interface Services {
  context: Context;
  options: ServerOptions;
  metrics: Metrics;
  readiness: Readiness;
  rejections: RejectionCounter;
  clientAddress: AddressReader;
  cursors: SignedCursor;
  /** The OpenAPI document as JSON; available once all routes are registered. */
  openApi: () => PublicDocument;
}
