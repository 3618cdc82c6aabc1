import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';

import { type Country, type Currency, countries, isCountry } from '../../contract/platform/countries.ts';
import { isId } from '../../contract/platform/id.ts';
import { normalizeCode } from './rules.ts';

export interface NewCode {
  code: string;
  scope: string;
  percentage: number;
  minimum: number;
  currency: Currency | null;
  country: Country | null;
  memberId: string | null;
  validFrom: Date;
  validUntil: Date | null;
  usesMax: number | null;
  memberUsesMax: number;
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** An unguessable code: 16 letters of 5 bits each, in groups. */
export function randomCode(): string {
  const text = [...randomBytes(16)].map((byte) => letters[byte % letters.length]).join('');
  return text.replace(/(.{4})(?=.)/g, '$1-');
}

const options = {
  percentage: { type: 'string' },
  scope: { type: 'string', default: 'default' },
  country: { type: 'string' },
  minimum: { type: 'string', default: '0' },
  currency: { type: 'string' },
  member: { type: 'string' },
  from: { type: 'string' },
  until: { type: 'string' },
  uses: { type: 'string' },
  'uses-per-member': { type: 'string', default: '1' },
} as const;

/** Reads the words after `add`; returns an error message if they are wrong. */
export function readNewCode(words: readonly string[], now: Date): NewCode | string {
  let parsed;
  try {
    parsed = parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    return (error as Error).message;
  }
  const { values, positionals } = parsed;
  const country = values.country ?? null;
  const member = values.member ?? null;
  // A personal code is always random, because it must not be guessed.
  const code = positionals[0] === undefined || member !== null ? randomCode() : normalizeCode(positionals[0]);
  const percentage = wholeNumber(values.percentage);
  const minimum = minorUnits(values.minimum);
  const usesMax = values.uses === undefined ? null : wholeNumber(values.uses);
  const memberUsesMax = wholeNumber(values['uses-per-member']);
  const currency = values.currency ?? (country !== null && isCountry(country) ? countries[country].currency : null);
  const validFrom = values.from === undefined ? now : new Date(values.from);
  const validUntil = values.until === undefined ? null : new Date(values.until);
  if (positionals.length > 1) return `unknown: ${positionals.slice(1).join(' ')}`;
  if (member !== null && positionals.length > 0) return 'a personal code is drawn by lot: leave its name out';
  if (!/^[A-Z0-9-]{4,40}$/.test(code)) return 'a code has 4 to 40 letters, digits and hyphens';
  if (percentage === undefined || percentage < 1 || percentage > 100)
    return '--percentage is a whole number from 1 to 100';
  if (!/^(?:default|niche:[1-7]|domain:[a-z0-9.-]+)$/.test(values.scope))
    return '--scope is default, niche:<1 to 7> or domain:<host>';
  if (country !== null && !isCountry(country)) return `--country is one of ${Object.keys(countries).join(', ')}`;
  if (minimum === undefined) return '--minimum is an amount such as 15.00';
  if (currency !== null && !isCurrency(currency)) return '--currency is that of a country, such as EUR';
  if (minimum > 0 && currency === null) return 'with --minimum, name its --currency or a --country';
  if (member !== null && !isId(member)) return '--member is the id of a member';
  if (Number.isNaN(validFrom.getTime()) || (validUntil && Number.isNaN(validUntil.getTime())))
    return '--from and --until are times such as 2026-12-31T23:59:59Z';
  if (validUntil && validUntil <= validFrom) return '--until is after --from';
  if ((usesMax !== null && !usesMax) || !memberUsesMax) return '--uses and --uses-per-member are whole numbers from 1';
  return {
    code,
    scope: values.scope,
    percentage,
    minimum,
    currency,
    country,
    memberId: member,
    validFrom,
    validUntil,
    usesMax,
    memberUsesMax,
  };
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function minorUnits(text: string): number | undefined {
  const parts = /^(\d{1,7})(?:\.(\d{2}))?$/.exec(text);
  return parts ? Number(parts[1]) * 100 + Number(parts[2] ?? 0) : undefined;
}

function isCurrency(text: string): text is Currency {
  return Object.values(countries).some(({ currency }) => currency === text);
}
