// The responses of the health and readiness probes.
import { closed, oneOf } from './schema.ts';

export const StatusSchema = closed({ status: oneOf(['ok']) });
