// The keyword `trim` of our schemas: the validator removes the white space around a text, so that no two names look alike. Nothing
// else changes what a caller sent.
import type { FuncKeywordDefinition } from 'ajv';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';

export const TRIM: FuncKeywordDefinition = {
  keyword: 'trim',
  schema: false,
  // After the other keywords: length and pattern apply to the text as it was sent.
  post: true,
  modifying: true,
  errors: false,
  validate: (value: unknown, at?: DataValidationCxt) => {
    if (typeof value === 'string' && at !== undefined) at.parentData[at.parentDataProperty] = value.trim();
    return true;
  },
};
