import type { Consent } from '../../../contract/accounts/consents.ts';
import { isCountry } from '../../../contract/platform/countries.ts';
import type { ConsentRow } from './queries.ts';

export function toConsent(row: ConsentRow): Consent {
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
