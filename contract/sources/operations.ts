import Type from 'typebox';

import { Empty } from '../platform/common.ts';
import { defineOperation } from '../platform/operation.ts';

export const sourcesOperations = {
  recordPageHidden: defineOperation({
    summary:
      'Counts a visitor who left the page opened by a link with `lb` without going further. Stores nothing about the visitor.',
    source: 'specification, sections 4 and 7',
    audience: 'anyone',
    input: Empty,
    output: Type.Null(),
    errors: [],
    limit: 'lookup',
  }),
};
