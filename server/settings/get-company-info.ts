import type { Handler } from '../platform/handler.ts';

/** Returns the company behind the site, for the footer and the legal pages (specification, section 3). */
export const getCompanyInfo: Handler<'getCompanyInfo'> = async (_input, { site }) => site.company;
