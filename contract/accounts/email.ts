const emailLengthMax = 254;
const localLengthMax = 64;

/** Browsers and Node have it, but the contract is compiled without the types of either. */
declare const URL: new (address: string) => { hostname: string };

/** Soft hyphens, zero-width spaces and direction marks, which copied text may contain invisibly. */
const unseen = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Drops invisible characters, and the spaces that phone keyboards add. */
export function cleanEmail(email: string): string {
  return email.replaceAll(unseen, '').trim();
}

/** True for an address with one @, plain characters before it, and a domain with a dot after it. */
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
  const labels = toAsciiDomain(domain).split('.');
  const last = labels.at(-1) ?? '';
  if (labels.length < 2 || !/^(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/.test(last)) return false;
  return labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
}

/** Writes an international domain in ASCII, by the only means that browser and server share; '' if it is invalid. */
function toAsciiDomain(domain: string): string {
  try {
    // The slash keeps a control character at the end, which a URL may not have in its host, from being cut off.
    return new URL(`http://${domain.toLowerCase()}/`).hostname;
  } catch {
    return '';
  }
}
