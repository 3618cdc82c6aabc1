import { type Language, isLanguage } from '../../contract/platform/languages.ts';
import { findTimeZone } from '../members/own-profile.ts';
import type { Reader, Transaction } from '../platform/database/database.ts';
import type { Site } from '../platform/site.ts';
import { emailKey } from '../mail/address.ts';
import { type AccountRow, findAccount, findEmailOwners, findNameOwner, listAccounts, lockAccount } from './queries.ts';

/** Finds the site's own account, or one of a site that is not discreet; takes as long without one. */
export async function findAccountAt(reader: Reader, site: Site, email: string): Promise<AccountRow | undefined> {
  const own = deriveDiscreetEmailKey(site.key, email);
  const owners = await reader.all(findEmailOwners, { keys: [own, emailKey(email)] });
  return findOwner(reader, owners.find((owner) => owner.email_key === own) ?? owners[0]);
}

/** Finds the account with a name; takes as long without one. */
export async function findAccountNamed(reader: Reader, key: string): Promise<AccountRow | undefined> {
  return findOwner(reader, await reader.first(findNameOwner, { key }));
}

/** Reads the owner's account. Also asks without an owner: the time must not reveal whether there is one. */
async function findOwner(reader: Reader, owner: { member_id: MemberId } | undefined): Promise<AccountRow | undefined> {
  return reader.first(listAccounts, { memberIds: owner ? [owner.member_id] : [] });
}

/** Returns undefined if the account is deleted. */
export async function findReader(
  reader: Reader,
  memberId: MemberId,
): Promise<{ language: Language; zone: string; site: string; banned: boolean } | undefined> {
  const account = await reader.first(findAccount, { memberId });
  if (!account || account.status === 'deleted') return undefined;
  const { language, site, status } = account;
  const zone = await findTimeZone(reader, memberId);
  return { language: isLanguage(language) ? language : 'en', zone, site, banned: status === 'banned' };
}

/** Finds the account that occupies an address at a site. A discreet site ignores accounts of other sites. */
export async function findOwnerAt(reader: Reader, site: Site, email: string): Promise<AccountRow | undefined> {
  const account = await findAccountAt(reader, site, email);
  return account?.site !== site.key && site.settings.account_discretion ? undefined : account;
}

/** The recipient of a mail. */
export interface Addressee {
  email: string;
  /** A name typed into a form beside an address greets nobody. */
  account?: { name: string; confirmed: boolean };
  language: Language;
  site: string;
  discreet?: boolean;
  /** The account whose address this was or may become, if the recipient is not a member. */
  owner?: MemberId;
}

type MemberAddressee = Addressee & { account: AccountRow };

/** Includes banned members: their purchases still concern them. */
export async function findMemberAddressee(reader: Reader, memberId: MemberId): Promise<MemberAddressee | undefined> {
  return toAddressee(await reader.first(findAccount, { memberId }));
}

/** Finds the addressee of a member's mail under the account's lock, so that it waits for a change of address. */
export async function lockMemberAddressee(tx: Transaction, memberId: MemberId): Promise<MemberAddressee | undefined> {
  return toAddressee(await tx.first(lockAccount, { memberId }));
}

function toAddressee(account: AccountRow | undefined): MemberAddressee | undefined {
  if (!account || account.status === 'deleted') return undefined;
  const language = isLanguage(account.language) ? account.language : 'en';
  const { email, site, discreet_mail: discreet } = account;
  return { email, account, site, language, discreet };
}

/**
 * Returns the key of an address at a site. A discreet site keeps its members' addresses apart: at every other site,
 * each looks as if it had no account.
 */
export function emailKeyAt(site: Site, email: string): string {
  return site.settings.account_discretion ? deriveDiscreetEmailKey(site.key, email) : emailKey(email);
}

export function deriveDiscreetEmailKey(siteKey: string, email: string): string {
  return `${siteKey} ${emailKey(email)}`;
}
