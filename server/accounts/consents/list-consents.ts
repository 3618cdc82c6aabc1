import { consentsPerPage } from '../../../contract/accounts/limits.ts';
import type { Handler } from '../../platform/handler.ts';
import { toConsent } from './present.ts';
import { listConsents as list } from './queries.ts';

/** Returns a page of the consents that the member gave and withdrew, latest first. */
export const listConsents: Handler<'listConsents'> = async ({ page = 1 }, { context, member }) => {
  const offset = (page - 1) * consentsPerPage;
  const rows = await context.database.all(list, { memberId: member.id, limit: consentsPerPage + 1, offset });
  return { consents: rows.slice(0, consentsPerPage).map(toConsent), more: rows.length > consentsPerPage };
};
