// A member of an organization, as used by sessions and member management.
import type { Role } from '../vocabulary/words.ts';

export interface Member {
  id: string;
  organizationId: string;
  /** Lower case; unique within the organization. */
  email: string;
  role: Role;
  createdAt: number;
}
