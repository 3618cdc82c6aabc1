import type { Consent } from '../../../contract/accounts/consents.ts';
import { consentsPerPage } from '../../../contract/accounts/limits.ts';
import { isCountry } from '../../../contract/platform/countries.ts';
import type { Handler } from '../../platform/handler.ts';
import { type ConsentRow, listConsents as list } from './queries.ts';

/** Returns a page of the consents given and withdrawn, latest first. */
export const listConsents: Handler<'listConsents'> = async ({ page = 1 }, { context, member }) => {
  const offset = (page - 1) * consentsPerPage;
  const rows = await context.database.all(list, { memberId: member.id, limit: consentsPerPage + 1, offset });
  return { consents: rows.slice(0, consentsPerPage).map(toConsent), more: rows.length > consentsPerPage };
};

function toConsent(row: ConsentRow): Consent {
  return {
    subject: row.subject as Consent['subject'],
    given: row.given ?? false,
    version: row.version,
    way: row.way as Consent['way'],
    browser: row.browser === '' ? null : (row.browser as Consent['browser']),
    system: row.system === '' ? null : (row.system as Consent['system']),
    country: row.country !== null && isCountry(row.country) ? row.country : null,
    at: row.noted_at?.toISOString() ?? '',
  };
}
