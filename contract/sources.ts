import Type from 'typebox';

import { Empty } from './common.ts';
import { defineOperation } from './operation.ts';

export const sourcesOperations = {
  notePageHidden: defineOperation({
    summary:
      'Counts that a visitor left the page of a link with `lb` without a step further. Keeps nothing of the visitor.',
    source: 'specification, sections 4 and 7',
    audience: 'anyone',
    input: Empty,
    output: Type.Null(),
    errors: [],
    limit: 'lookup',
  }),
};
