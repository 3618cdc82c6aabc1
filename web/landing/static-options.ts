import type { PageOptions } from '../platform/page.ts';
import { companyQuery } from '../platform/queries.ts';

export const staticOptions: PageOptions = {
  parts: ['pages'],
  load: async (args) => {
    await args.ensure(companyQuery);
  },
};
