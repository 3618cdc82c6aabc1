import type { PageOptions } from '../page.ts';
import { companyQuery } from '../queries.ts';

/** What all static pages load. */
export const staticOptions: PageOptions = {
  parts: ['pages'],
  load: async (args) => {
    await args.ensure(companyQuery);
  },
};
