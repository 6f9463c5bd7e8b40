// A saved view as callers send it and as the API returns it.
import Type from 'typebox';
import type { SavedView } from '../../records/saved-views.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { VIEW_LIMITS, VIEW_LISTS } from '../../vocabulary/saved-views.ts';
import { NamedMemberSchema, namedMemberBody } from './note.ts';
import { PARAMETER_NAME } from './patterns.ts';
import { type BodyOf, closed, nameText, oneOf, time } from './schema.ts';

const VALUES = Type.Array(Type.String({ minLength: 1, maxLength: VIEW_LIMITS.value }), {
  minItems: 1,
  maxItems: VIEW_LIMITS.values,
});
const QuerySchema = Type.Unsafe<Record<string, string[]>>(
  Type.Object(
    {},
    {
      additionalProperties: VALUES,
      propertyNames: { pattern: PARAMETER_NAME },
      maxProperties: VIEW_LIMITS.parameters,
      description: "The parameters of the list's address, each with its values, without `cursor`.",
    },
  ),
);
const FIELDS = {
  name: nameText(VIEW_LIMITS.name, { examples: ['Blocked logins'] }),
  shared: Type.Boolean({ description: 'Whether all members of the organization see it.' }),
  query: QuerySchema,
};

export const SavedViewBody = closed({
  list: oneOf(VIEW_LISTS, { description: 'The screen that it belongs to.' }),
  ...FIELDS,
  shared: Type.Optional(FIELDS.shared),
});
export const SavedViewChangeBody = Type.Partial(closed(FIELDS), { additionalProperties: false, minProperties: 1 });

export const SavedViewSchema = closed(
  {
    id: Type.String({ description: 'Prefix vew_.' }),
    list: oneOf(VIEW_LISTS),
    ...FIELDS,
    created_by: NamedMemberSchema,
    created_at: time(),
    updated_at: time(),
  },
  { $id: 'SavedView', description: 'Filters of a list under a name.' },
);

export function savedViewBody(view: SavedView): BodyOf<typeof SavedViewSchema> {
  const { id, list, name, shared, query, createdBy, createdAt, updatedAt } = view;
  return {
    ...{ id, list, name, shared, query, created_by: namedMemberBody(createdBy) },
    ...{ created_at: isoTime(createdAt), updated_at: isoTime(updatedAt) },
  };
}
