import type { Reader } from '../platform/database/database.ts';
import type { Site } from '../platform/site.ts';
import { emailKey, emailKeyOf } from './email-rules.ts';
import { type AccountRow, findByEmail } from './queries.ts';

/**
 * The account that an address means at a site: the site's own, or else one of a site that is not discreet. The work is
 * the same whether there is one or not.
 */
export async function findAccountAt(reader: Reader, site: Site, email: string): Promise<AccountRow | undefined> {
  const own = emailKeyOf(site.key, email);
  const rows = await reader.all(findByEmail, { keys: [own, emailKey(email)] });
  return rows.find((row) => row.email_key === own) ?? rows[0];
}
