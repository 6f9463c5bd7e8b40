// The unique text in the column `email`: the email itself, or, if it belongs to a member of another organization, the email, a space
// and the organization's id. No email contains a space.

/** The texts that a member of the organization may have, preferred first. */
export function storedEmails(email: string, organizationId: string): readonly [own: string, shared: string] {
  return [email, `${email} ${organizationId}`];
}

/** Bounds, exclusive, of the texts of all further members with this email: `!` follows the space in both engines' order. */
export function sharedEmailBounds(email: string): readonly [after: string, before: string] {
  return [`${email} `, `${email}!`];
}

/** The email of a stored text. */
export function emailOf(stored: string): string {
  return stored.split(' ', 1)[0] as string;
}
