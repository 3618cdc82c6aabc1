import { domainToASCII } from 'node:url';

import type { Site } from '../platform/site.ts';

const emailLengthMax = 254;
const localLengthMax = 64;

/** Soft hyphens, zero-width spaces and direction marks, which copied text may contain invisibly. */
const unseen = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Returns an address as stored: without invisible characters and the spaces that phone keyboards add. */
export function cleanEmail(email: string): string {
  return email.replaceAll(unseen, '').trim();
}

/** Returns the key under which an address is unique, regardless of case and an international domain's notation. */
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

/**
 * Returns the key of a new account at a site. A discreet site keeps its members' addresses apart: at every other site,
 * each looks as if it had no account.
 */
export function emailKeyAt(site: Site, email: string): string {
  return site.settings.account_discretion ? deriveDiscreetEmailKey(site.key, email) : emailKey(email);
}

/** The key of an address at a discreet site. */
export function deriveDiscreetEmailKey(siteKey: string, email: string): string {
  return `${siteKey} ${emailKey(email)}`;
}

/** Whether mail can be sent to an address: one @, plain characters before it, a domain with a dot after it. */
export function isEmail(email: string): boolean {
  const clean = cleanEmail(email);
  const [local = '', domain = '', ...rest] = clean.split('@');
  if (rest.length > 0 || clean.length > emailLengthMax || local.length > localLengthMax) return false;
  if (!/^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+$/.test(local)) return false;
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false;
  return isDomain(domain);
}

function isDomain(domain: string): boolean {
  if (/[\s/\\?#:%]/.test(domain)) return false;
  const labels = domainToASCII(domain.toLowerCase()).split('.');
  const last = labels.at(-1) ?? '';
  if (labels.length < 2 || !/^(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/.test(last)) return false;
  return labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
}
