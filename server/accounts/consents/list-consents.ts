import { consentsPerPage } from '../../../contract/limits.ts';
import type { Handler } from '../../platform/handler.ts';
import { toConsent } from './present.ts';
import { listConsents as list } from './queries.ts';

/** A page of what the member agreed to and took back, the latest first. */
export const listConsents: Handler<'listConsents'> = async ({ page = 1 }, { context, member }) => {
  const offset = (page - 1) * consentsPerPage;
  // One more tells whether there are more.
  const rows = await context.database.all(list, { memberId: member.id, limit: consentsPerPage + 1, offset });
  return { consents: rows.slice(0, consentsPerPage).map(toConsent), more: rows.length > consentsPerPage };
};
