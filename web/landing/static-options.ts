import type { PageOptions } from '../page.ts';
import { companyQuery } from '../queries.ts';

export const staticOptions: PageOptions = {
  parts: ['pages'],
  load: async (args) => {
    await args.ensure(companyQuery);
  },
};
