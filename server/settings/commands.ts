import { readFile } from 'node:fs/promises';

import { countries, isCountry } from '../../contract/platform/countries.ts';
import { niches } from '../../contract/settings/niches.ts';
import {
  defineCommand,
  defineCommands,
  type Printed,
  formatAmount,
  readAmount,
  readTime,
  timeForm,
} from '../staff/command.ts';
import { checkSettings } from './find-site.ts';
import {
  type PriceKey,
  type SettingsContext,
  addDomain,
  addPrice,
  changeField,
  listPricesOfSites,
  listSettings,
  removePrice,
  replaceScope,
  replaceSecret,
} from './manage-settings.ts';
import type { CurrentPriceRow } from './queries.ts';
import { normaliseHost } from './rules.ts';

const help = [
  'npm run site -- show [<scope>]',
  '    a scope is default, niche:<1 to 7> or domain:<host>; each inherits from those before it',
  'npm run site -- check',
  '    exits with 1 if a setting is invalid, or a site still has the company or address of a fresh installation',
  'npm run site -- set <scope> <field> <value>',
  '    the field is such as name, company.kvk or payment_providers.default; the value is a text or JSON',
  'npm run site -- unset <scope> <field>',
  'npm run site -- load <scope> <file.json>',
  '    the file replaces all values of the scope; its path is relative to the folder of the project',
  'npm run site -- domain add <host> <niche>',
  'npm run site -- price list [<scope>]',
  'npm run site -- price add <scope> <bundle> <country> <amount> [<time>] [--sure]',
  '    the amount is such as 12.99, in the currency of the country; the time such as 2026-12-31T23:00:00Z, or now;',
  '    --sure, if the price more than doubles or halves',
  'npm run site -- price remove <scope> <bundle> <country> <time>',
  '    only a price that has not begun',
  'npm run site -- forget-secret',
  '    run it once all processes are stopped: the next start accepts another SECRET',
];

const readNothing = (words: readonly string[]): object | null => (words.length === 0 ? {} : null);

/** Shows, checks and changes the settings of sites (see the module's README). */
export const siteCommands = defineCommands(help, {
  show: defineCommand(help, {
    read: ([scope, ...others]) => (others.length === 0 ? { scope } : null),
    run: listSettings,
    print: ({ scopes, domains }, { scope: wanted }) => ({
      lines: [
        ...scopes
          .filter(({ scope }) => (wanted ?? scope) === scope)
          .flatMap(({ scope, values }) => printValues(values).map((line) => `${scope}  ${line}`)),
        ...domains
          .filter(({ host }) => (wanted ?? `domain:${host}`) === `domain:${host}`)
          .map(({ host, niche }) => `domain:${host}  niche ${niche}`),
      ],
    }),
  }),
  check: defineCommand(help, {
    read: readNothing,
    run: ({ database }: SettingsContext) => checkSettings(database),
    print: ({ faults, examples }) => {
      const lines = [...faults, ...examples.map((example) => `${example} is that of the example`)];
      return lines.length > 0 ? { lines, failed: true } : { lines: ['The settings are valid.'] };
    },
  }),
  set: defineCommand(help, {
    read: ([scope, field, value, ...others]) =>
      scope && field && value !== undefined && others.length === 0 ? { scope, field, value } : null,
    run: changeField,
    print: printChange,
  }),
  unset: defineCommand(help, {
    read: ([scope, field, ...others]) =>
      scope && field && others.length === 0 ? { scope, field, value: undefined } : null,
    run: changeField,
    print: printChange,
  }),
  load: defineCommand(help, {
    read: ([scope, file, ...others]) => (scope && file && others.length === 0 ? { scope, file } : null),
    run: replaceScopeByFile,
    print: printChange,
  }),
  domain: defineCommand(help, {
    read: ([word, name, niche, ...others]) => {
      if (word !== 'add' || !name || !niche || others.length > 0) return null;
      const host = normaliseHost(name);
      if (host === '' || !Object.hasOwn(niches, Number(niche)))
        return 'Name a host and the number of a niche from 1 to 7.';
      return { host, niche: Number(niche) };
    },
    run: addDomain,
    print: (isNew, { host, niche }) =>
      isNew
        ? { lines: [`${host} is a site of niche ${niche}.`] }
        : { lines: [`${host} is a site already.`, 'Nothing was changed.'], failed: true },
  }),
  price: defineCommands(help, {
    list: defineCommand(help, {
      read: ([scope, ...others]) => (others.length === 0 ? { scope } : null),
      run: listPricesOfSites,
      print: (rows, { scope }) => ({ lines: rows.filter((row) => (scope ?? row.scope) === row.scope).map(printPrice) }),
    }),
    add: defineCommand(help, {
      read: (words) => {
        const [scope, bundle, country, amount, time, ...others] = words.filter((word) => word !== '--sure');
        const key = readPriceKey(scope, bundle, country);
        if (!key || !amount || others.length > 0) return null;
        if (typeof key === 'string') return key;
        const minor = readAmount(amount);
        if (!minor) return `${amount} is not an amount such as 12.99.`;
        const from = time === undefined ? undefined : readTime(time);
        return from === null ? wrongTime : { ...key, amount: minor, from, isSure: words.includes('--sure') };
      },
      run: async (context: SettingsContext, price) => ({ fault: await addPrice(context, price) }),
      print: ({ fault }, { scope, bundle, country, amount, from }) => {
        if (fault !== null) return { lines: [fault, 'Nothing was changed.'], failed: true };
        const price = formatAmount(amount, countries[country].currency);
        return { lines: [`${scope}: ${bundle} costs ${price} in ${country} from ${from?.toISOString() ?? 'now'} on.`] };
      },
    }),
    remove: defineCommand(help, {
      read: ([scope, bundle, country, time, ...others]) => {
        const key = readPriceKey(scope, bundle, country);
        if (!key || !time || others.length > 0) return null;
        if (typeof key === 'string') return key;
        const from = readTime(time);
        return from === null ? wrongTime : { ...key, from };
      },
      run: removePrice,
      print: (isRemoved) =>
        isRemoved
          ? { lines: ['The price is removed.'] }
          : { lines: ['There is no such price that has not begun.', 'Nothing was changed.'], failed: true },
    }),
  }),
  'forget-secret': defineCommand(help, {
    read: readNothing,
    run: replaceSecret,
    print: () => ({ lines: ['The SECRET of the next start becomes that of all processes.'] }),
  }),
});

const wrongTime = `A price begins at ${timeForm}.`;

function readPriceKey(scope?: string, bundle?: string, country?: string): PriceKey | string | null {
  if (!scope || !bundle || !country) return null;
  return isCountry(country) ? { scope, bundle, country } : `${country} is not a country of the service, such as NL.`;
}

function printChange(faults: readonly string[], { scope }: { scope: string }): Printed {
  if (faults.length > 0) return { lines: [...faults, 'Nothing was changed.'], failed: true };
  return { lines: [`${scope} is changed. Running processes use it within 30 seconds.`] };
}

/** Prints one line for each field, in the form that `set` takes. */
function printValues(values: unknown, path = ''): string[] {
  const isObject = typeof values === 'object' && values !== null && !Array.isArray(values);
  if (!isObject) return [`${path} ${JSON.stringify(values)}`];
  return Object.entries(values).flatMap(([name, value]) => printValues(value, path === '' ? name : `${path}.${name}`));
}

function printPrice({ scope, bundle_id, credits, country, amount, currency, valid_from }: CurrentPriceRow): string {
  const price = formatAmount(amount, currency);
  return `${scope}  ${country}  ${bundle_id}  ${credits} credits  ${price}  from ${valid_from.toISOString()}`;
}

async function replaceScopeByFile(
  context: SettingsContext,
  { scope, file }: { scope: string; file: string },
): Promise<readonly string[]> {
  let values;
  try {
    values = JSON.parse(await readFile(file, 'utf8')) as object;
  } catch (error) {
    return [`${file} cannot be read: ${(error as Error).message}`];
  }
  return replaceScope(context, { scope, values });
}
