import { leastAmounts } from '../../contract/payments/limits.ts';
import { type Country, countries } from '../../contract/platform/countries.ts';
import type { AppContext } from '../context.ts';
import type { RowOf, Transaction } from '../platform/database/database.ts';
import { formatAmount } from '../staff/command.ts';
import { type ByStaff, recordAct } from '../staff/staff.ts';
import {
  type CurrentPriceRow,
  deleteFuturePrice,
  findScope,
  forgetSecret,
  inheritBundle,
  insertDomain,
  insertPrice,
  listCurrentPrices,
  listDomains,
  listScopes,
  lockDefaultScope,
  setScope,
} from './queries.ts';
import { listSiteScopes } from './rules.ts';
import { readScope } from './scope-values.ts';

export type SettingsContext = Pick<AppContext, 'clock' | 'database' | 'sites'> & ByStaff;

interface StoredSettings {
  scopes: RowOf<typeof listScopes>[];
  domains: RowOf<typeof listDomains>[];
}

export async function listSettings({ database }: SettingsContext): Promise<StoredSettings> {
  return { scopes: await database.all(listScopes), domains: await database.all(listDomains) };
}

/** Replaces all values of a scope. Returns what is wrong with them; then nothing was changed. */
export async function replaceScope(
  context: SettingsContext,
  { scope, values }: { scope: string; values: object },
): Promise<readonly string[]> {
  return changeScope(context, scope, async (tx) => {
    const { faults } = readScope(scope, values);
    if (faults.length > 0) return faults;
    await tx.run(setScope, { scope, values });
    await recordAct(context, tx, { act: 'settings-set', about: scope });
    return [];
  });
}

/**
 * Sets one field of a scope, such as `company.name`; without a value, the scope inherits it again. The value is JSON
 * or, where the field takes a text, that text. Returns what is wrong with it; then nothing was changed.
 */
export async function changeField(
  context: SettingsContext,
  { scope, field, value }: { scope: string; field: string; value: string | undefined },
): Promise<readonly string[]> {
  return changeScope(context, scope, async (tx) => {
    const before = (await tx.first(findScope, { scope }))?.values ?? {};
    // What is wrong elsewhere in the scope does not keep staff from mending this field.
    const elsewhere = readScope(scope, replaceField(before, field.split('.'), undefined)).faults;
    const candidates = readCandidates(value).map((candidate) => {
      const values = replaceField(before, field.split('.'), candidate);
      return { values, faults: readScope(scope, values).faults.filter((fault) => !elsewhere.includes(fault)) };
    });
    const valid = candidates.find(({ faults }) => faults.length === 0);
    if (!valid) return candidates[0]?.faults ?? [];
    await tx.run(setScope, { scope, values: valid.values });
    await recordAct(context, tx, { act: 'settings-set', about: scope, detail: field });
    return [];
  });
}

async function changeScope(
  context: SettingsContext,
  scope: string,
  work: (tx: Transaction) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const unknown = await refuseUnknownScope(context, scope);
  const change = async (tx: Transaction): Promise<readonly string[]> => {
    await tx.first(lockDefaultScope);
    return work(tx);
  };
  const faults = unknown ? [unknown] : await context.database.transaction(change);
  if (faults.length === 0) context.sites.clear();
  return faults;
}

async function refuseUnknownScope({ database }: SettingsContext, scope: string): Promise<string | undefined> {
  const domains = await database.all(listDomains);
  const isUnknown = scope.startsWith('domain:') && !domains.some(({ host }) => scope === `domain:${host}`);
  return isUnknown ? `${scope} names an unknown domain: add it first` : readScope(scope, {}).faults[0];
}

/**
 * Lists the values that a text may mean. One that is also JSON, such as a registration number, is tried as JSON first.
 */
function readCandidates(value: string | undefined): unknown[] {
  if (value === undefined) return [undefined];
  try {
    return [JSON.parse(value), value];
  } catch {
    return [value];
  }
}

/**
 * Returns the values with a field replaced. Without a value the field is left out, and so is an object that has no
 * other.
 */
function replaceField(values: unknown, [name = '', ...inner]: readonly string[], value: unknown): object {
  const { [name]: old, ...others } = typeof values === 'object' ? (values as Record<string, unknown>) : {};
  const next = inner.length > 0 ? replaceField(old ?? {}, inner, value) : value;
  const isLeftOut = next === undefined || (value === undefined && Object.keys(next as object).length === 0);
  return isLeftOut ? others : { ...others, [name]: next };
}

/** Makes a host a site of a niche. Returns false if it is one already; moving it would change its prices and rules. */
export async function addDomain(
  context: SettingsContext,
  { host, niche }: { host: string; niche: number },
): Promise<boolean> {
  const isNew = await context.database.transaction(async (tx) => {
    if ((await tx.run(insertDomain, { host, niche })) === 0) return false;
    await recordAct(context, tx, { act: 'settings-domain', about: host, detail: String(niche) });
    return true;
  });
  if (isNew) context.sites.clear();
  return isNew;
}

/** Forgets the SECRET, so that the one of the next start becomes that of all processes. */
export async function replaceSecret(context: SettingsContext): Promise<void> {
  await context.database.transaction(async (tx) => {
    await tx.run(forgetSecret);
    await recordAct(context, tx, { act: 'settings-forget-secret' });
  });
}

export interface PriceKey {
  scope: string;
  bundle: string;
  country: Country;
}

export async function listPricesOfSites({ database, clock }: SettingsContext): Promise<CurrentPriceRow[]> {
  return database.all(listCurrentPrices, { now: clock.now() });
}

/** A price may not be further from the one in force unless whoever sets it is sure: it cannot be taken back. */
const usualChange = 2;

/**
 * Adds a price in minor units of the country's currency, from now on or from a later time. A scope without the bundle
 * gets that of the default scope. Returns what is wrong; then nothing was changed.
 */
export async function addPrice(
  context: SettingsContext,
  { amount, from, isSure, ...key }: PriceKey & { amount: number; from: Date | undefined; isSure: boolean },
): Promise<string | null> {
  const now = context.clock.now();
  const validFrom = from ?? now;
  if (validFrom < now) return 'A price begins now or later: receipts and the lowest price of 30 days rely on the past.';
  const unknown = await refuseUnknownScope(context, key.scope);
  if (unknown) return unknown;
  const { currency } = countries[key.country];
  const least = leastAmounts[currency];
  if (amount < least) return `Providers take no payment below ${formatAmount(least, currency)}.`;
  const before = await findPriceInForce(context, key);
  const isUnusual = before && (amount > usualChange * before.amount || amount * usualChange < before.amount);
  if (isUnusual && !isSure)
    return `The price in force is ${formatAmount(before.amount, currency)}. Add --sure if ${formatAmount(amount, currency)} is right.`;
  const isAdded = await context.database.transaction(async (tx) => {
    await tx.run(inheritBundle, { scope: key.scope, bundle: key.bundle });
    if ((await tx.run(insertPrice, { ...key, amount, currency, validFrom })) === 0) return false;
    await recordPrice(context, tx, 'settings-price-add', { ...key, amount, validFrom });
    return true;
  });
  if (!isAdded) return `There is no bundle ${key.bundle}, or it has a price from that time already.`;
  context.sites.clear();
  return null;
}

/** Removes a price that has not begun. Returns whether there was one. */
export async function removePrice(
  context: SettingsContext,
  { from, ...key }: PriceKey & { from: Date },
): Promise<boolean> {
  return context.database.transaction(async (tx) => {
    const removed = await tx.run(deleteFuturePrice, { ...key, validFrom: from, now: context.clock.now() });
    if (removed > 0) await recordPrice(context, tx, 'settings-price-remove', { ...key, validFrom: from });
    return removed > 0;
  });
}

/** Returns the price of a bundle in its scope, or else in the nearest one that the scope inherits from. */
async function findPriceInForce(
  { database, clock }: SettingsContext,
  { scope, bundle, country }: PriceKey,
): Promise<CurrentPriceRow | undefined> {
  const now = clock.now();
  const rows = (await database.all(listCurrentPrices, { now })).filter(
    (row) => row.bundle_id === bundle && row.country === country && row.valid_from <= now,
  );
  const domain = (await database.all(listDomains)).find(({ host }) => scope === `domain:${host}`);
  const scopes = domain ? listSiteScopes(domain.host, domain.niche) : ['default', scope];
  return scopes.flatMap((name) => rows.find((row) => row.scope === name) ?? []).at(-1);
}

async function recordPrice(
  context: SettingsContext,
  tx: Transaction,
  act: 'settings-price-add' | 'settings-price-remove',
  { scope, bundle, country, amount, validFrom }: PriceKey & { amount?: number; validFrom: Date },
): Promise<void> {
  const price = amount === undefined ? [] : [formatAmount(amount, countries[country].currency)];
  const detail = [bundle, country, ...price, validFrom.toISOString()].join(' ');
  await recordAct(context, tx, { act, about: scope, detail });
}
