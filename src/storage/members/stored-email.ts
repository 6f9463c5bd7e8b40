// The unique text that the column `email` contains: the email, and for a member whose email belongs to a member of another
// organization, a space and the organization's id behind it. No email contains a space.

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
