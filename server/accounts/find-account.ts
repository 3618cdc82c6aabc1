import { type Language, isLanguage } from '../../contract/platform/languages.ts';
import { zoneOfMember } from '../members/zone-of-member.ts';
import type { Reader } from '../platform/database/database.ts';
import type { Site } from '../platform/site.ts';
import { emailKey, deriveDiscreetEmailKey } from './email-rules.ts';
import { type AccountRow, findAccount, findByEmail } from './queries.ts';

/**
 * Finds the account that an address means at a site: the site's own, or else one of a site that is not discreet. Does
 * the same work whether or not an account exists.
 */
export async function findAccountAt(reader: Reader, site: Site, email: string): Promise<AccountRow | undefined> {
  const own = deriveDiscreetEmailKey(site.key, email);
  const rows = await reader.all(findByEmail, { keys: [own, emailKey(email)] });
  return rows.find((row) => row.email_key === own) ?? rows[0];
}

/** Returns what an email to a member needs, and whether they are banned; undefined if the account is deleted. */
export async function findReader(
  reader: Reader,
  memberId: string,
): Promise<{ language: Language; zone: string; site: string; banned: boolean } | undefined> {
  const account = await reader.first(findAccount, { memberId });
  if (!account || account.status === 'deleted') return undefined;
  const { language, site, status } = account;
  const zone = await zoneOfMember(reader, memberId);
  return { language: isLanguage(language) ? language : 'en', zone, site, banned: status === 'banned' };
}

/** Finds the account that occupies an address at a site. A discreet site ignores accounts of other sites. */
export async function findOwnerAt(reader: Reader, site: Site, email: string): Promise<AccountRow | undefined> {
  const account = await findAccountAt(reader, site, email);
  return account?.site !== site.key && site.settings.account_discretion ? undefined : account;
}
