import { domainToASCII } from 'node:url';

import { cleanEmail } from '../../contract/accounts/email.ts';

/** Returns the key by which addresses are compared, without case and an international domain's notation. */
export function emailKey(email: string): string {
  const clean = cleanEmail(email).toLowerCase();
  const at = clean.lastIndexOf('@');
  return at < 0 ? clean : `${clean.slice(0, at)}@${domainToASCII(clean.slice(at + 1)) || clean.slice(at + 1)}`;
}

/** Returns the mailbox behind an address: without a tag after `+`, and without the dots that Gmail ignores. */
export function deriveMailbox(email: string): string {
  const [local = '', domain = ''] = emailKey(email).split('@');
  const bare = local.split('+')[0] || local;
  const google = domain === 'gmail.com' || domain === 'googlemail.com';
  return google ? `${bare.replaceAll('.', '')}@gmail.com` : `${bare}@${domain}`;
}
