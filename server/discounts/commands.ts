import { parseArgs } from 'node:util';

import { type Currency, countries, currencies, isCountry } from '../../contract/platform/countries.ts';
import { isId } from '../../contract/platform/id.ts';
import {
  defineCommand,
  defineCommands,
  formatAmount,
  dayForm,
  readAmount,
  readDay,
  readTime,
  timeForm,
} from '../staff/command.ts';
import { type CodeContext, type NewCode, addCode, endCodeInScope, listAllCodes, randomCode } from './manage-codes.ts';
import type { CodeRow } from './queries.ts';
import { normalizeCode } from './rules.ts';

const help = [
  'npm run codes -- list',
  'npm run codes -- add [<code>] --percentage 20 [--scope default|niche:2|domain:example.org] [--country NL]',
  '    [--minimum 15.00 --currency EUR] [--from <time>] [--until <time>] [--uses 100] [--uses-per-member 1] [--member <id>]',
  '    without a code, or for one member, a code is generated at random',
  'npm run codes -- end <code> [<scope>]',
];

export const codeCommands = defineCommands(help, {
  list: defineCommand(help, {
    read: (words) => (words.length === 0 ? {} : null),
    run: listAllCodes,
    print: ({ rows, now }) => ({
      lines: rows.length === 0 ? ['There are no codes.'] : rows.map((row) => formatCode(row, now)),
    }),
  }),
  add: defineCommand(help, {
    read: (words, { clock }: CodeContext) => {
      const code = readNewCode(words, clock.now());
      return typeof code === 'string' ? code : { code };
    },
    run: addCode,
    print: (isAdded, { code: { code, scope } }) => ({
      lines: [isAdded ? `${code} is added in ${scope}.` : `${code} already exists in ${scope}.`],
      failed: !isAdded,
    }),
  }),
  end: defineCommand(help, {
    read: ([text, scope = 'default']) => (text === undefined ? null : { code: normalizeCode(text), scope }),
    run: endCodeInScope,
    print: (isEnded, { code, scope }) => ({
      lines: [isEnded ? `${code} is ended in ${scope}.` : `${code} is not active in ${scope}.`],
      failed: !isEnded,
    }),
  }),
});

function formatCode(row: CodeRow, now: Date): string {
  const over = row.ended_at !== null || (row.valid_until !== null && row.valid_until <= now);
  const state = over ? 'ended' : row.valid_from > now ? 'begins later' : 'active';
  return [
    row.code,
    row.scope,
    `${row.percentage} %`,
    state,
    `used ${row.uses}${row.uses_max === null ? '' : ` of ${row.uses_max}`}, ${row.member_uses_max} a member`,
    row.minimum > 0 ? `from ${formatAmount(row.minimum, row.currency ?? '')}` : '',
    row.country ?? '',
    row.member_id === null ? '' : `for ${row.member_id}`,
    row.valid_until === null ? '' : `until ${row.valid_until.toISOString()}`,
  ]
    .filter(Boolean)
    .join('  ');
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

function readNewCode(words: readonly string[], now: Date): NewCode | string {
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
  const minimum = readAmount(values.minimum);
  const usesMax = values.uses === undefined ? null : wholeNumber(values.uses);
  const memberUsesMax = wholeNumber(values['uses-per-member']);
  const currency = values.currency ?? (country !== null && isCountry(country) ? countries[country].currency : null);
  const validFrom = values.from === undefined ? now : readMoment(values.from);
  const validUntil = values.until === undefined ? null : readMoment(values.until);
  if (positionals.length > 1) return `unknown: ${positionals.slice(1).join(' ')}`;
  if (member !== null && positionals.length > 0) return 'a personal code is generated at random: leave its name out';
  if (!/^[A-Z0-9-]{4,40}$/.test(code)) return 'a code has 4 to 40 letters, digits and hyphens';
  if (percentage === undefined || percentage < 1 || percentage > 100)
    return '--percentage is a whole number from 1 to 100';
  if (!/^(?:default|niche:[1-7]|domain:[a-z0-9.-]+)$/.test(values.scope))
    return '--scope is default, niche:<1 to 7> or domain:<host>';
  if (country !== null && !isCountry(country)) return `--country is one of ${Object.keys(countries).join(', ')}`;
  if (minimum === undefined) return '--minimum is an amount such as 15.00';
  if (currency !== null && !isCurrency(currency)) return '--currency is that of a country, such as EUR';
  if (minimum > 0 && currency === null) return 'with --minimum, name its --currency or a --country';
  if (member !== null && !isId<MemberId>(member)) return '--member is the id of a member';
  if (!validFrom || (values.until !== undefined && !validUntil))
    return `--from and --until are each ${dayForm}, which begins in UTC, or ${timeForm}`;
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

const readMoment = (text: string): Date | null => readDay(text) ?? readTime(text);

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function isCurrency(text: string): text is Currency {
  return (currencies as readonly string[]).includes(text);
}
