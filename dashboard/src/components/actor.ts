// The display name of the actor of a change. Pure.

/** The email or name of a member or key, or "the service" for changes without an actor. */
export function actorText(actor: unknown): string {
  if (typeof actor === 'string') return actor;
  if (typeof actor !== 'object' || actor === null) return 'the service';
  const { email, name, id } = actor as Record<string, unknown>;
  return String(email ?? name ?? id ?? 'the service');
}
