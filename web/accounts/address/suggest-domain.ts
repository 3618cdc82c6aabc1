import { providersByCountry, providersByEnding, providersElsewhere, uniqueProviders } from './mail-providers.data.ts';

const listed = new Map(
  [
    ...splitWords(providersElsewhere),
    ...Object.entries(providersByEnding).flatMap(([name, endings]) =>
      splitWords(endings).map((end) => `${name}.${end}`),
    ),
    ...splitWords(Object.values(providersByCountry).join(' ')),
  ].map((domain) => [domain, cut(domain)]),
);
const unique = new Map(splitWords(uniqueProviders).map((domain) => [cut(domain).name, domain]));

/** A known name with a known ending may be another provider's: `mail.it`, `mailo.de`, `uol.com`. */
const names = new Set([...listed.values()].map(({ name }) => name));
const endings = new Set([...listed.values()].map(({ ending }) => ending));

/** The longest domain that may be a typo of a listed one. */
const lengthMax = 30;
/**
 * Short names are close to too many others: below `longName` letters, no slips in both name and ending; up to
 * `shortName` letters, no slip in the name but an extra letter.
 */
const [longName, shortName] = [5, 2];

/**
 * Suggests a listed provider that differs by one slip in the name or the ending or, for a long name, by one in each.
 * Listed domains are never questioned, nor is a listed name with another known ending. Nothing else is suggested,
 * except .com for endings that do not exist.
 */
export function suggestDomain(typed: string): string | undefined {
  const domain = typed.toLowerCase();
  if (listed.has(domain) || domain.length > lengthMax) return undefined;
  const ended = domain.replace(/\.(?:con|cmo|ocm|comm|vom|xom)$/, '.com');
  if (listed.has(ended)) return ended;
  const parts = cut(ended);
  const only = unique.get(parts.name);
  if (only !== undefined && /^[a-z]{1,4}(?:\.[a-z]{1,3})?$/.test(parts.ending)) return only;
  if (names.has(parts.name) && endings.has(parts.ending)) return ended === domain ? undefined : ended;
  let best: string | undefined;
  let least = Infinity;
  for (const [provider, is] of listed) {
    const slips = slipsIn(parts, is);
    if (slips < least) [best, least] = [provider, slips];
  }
  return best ?? (ended === domain ? undefined : ended);
}

function slipsIn(typed: Domain, is: Domain): number {
  const inEnding = slipBetween(typed.ending, is.ending);
  // A different country's ending is not a typo.
  if (inEnding > (typed.ending.length === 2 && is.ending.length === 2 ? 1 : 2)) return Infinity;
  const inName = slipBetween(typed.name, is.name);
  if (inName > 0 && inEnding > 0 && is.name.length < longName) return Infinity;
  if (inName > 0 && is.name.length <= shortName && typed.name.length <= is.name.length) return Infinity;
  return inName + inEnding;
}

interface Domain {
  name: string;
  ending: string;
}

function cut(domain: string): Domain {
  const dot = domain.indexOf('.');
  return dot < 0 ? { name: domain, ending: '' } : { name: domain.slice(0, dot), ending: domain.slice(dot + 1) };
}

/**
 * Returns how far two texts differ: 0 if they are equal, 1 for two swapped letters, 2 for a missing, extra or wrong
 * letter, Infinity beyond that.
 */
function slipBetween(one: string, other: string): number {
  const longest = Math.max(one.length, other.length);
  const shortest = Math.min(one.length, other.length);
  if (longest - shortest > 1) return Infinity;
  let start = 0;
  while (start < shortest && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shortest - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const left = longest - start - end;
  if (left < 2) return left * 2;
  const isSwapped =
    longest === shortest && left === 2 && one[start] === other[start + 1] && one[start + 1] === other[start];
  return isSwapped ? 1 : Infinity;
}

function splitWords(text: string): string[] {
  return text.trim().split(/\s+/);
}
