// What the health and readiness probes return.
import { closed, oneOf } from './schema.ts';

export const StatusSchema = closed({ status: oneOf(['ok']) });
