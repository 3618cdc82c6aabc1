import type { AppContext } from '../context.ts';
import type { RowOf } from '../platform/database/database.ts';
import { type ByStaff, recordAct } from '../staff/staff.ts';
import { forgetSecret, listDomains, listScopes, setDomain, setScope } from './queries.ts';
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
  const domains = await context.database.all(listDomains);
  const isUnknown = scope.startsWith('domain:') && !domains.some(({ host }) => scope === `domain:${host}`);
  const faults = isUnknown ? [`${scope} names an unknown domain: add it first`] : readScope(scope, values).faults;
  if (faults.length > 0) return faults;
  await context.database.transaction(async (tx) => {
    await tx.run(setScope, { scope, values });
    await recordAct(context, tx, { act: 'settings-set', about: scope });
  });
  context.sites.clear();
  return [];
}

/** Makes a host a site of a niche. */
export async function addDomain(
  context: SettingsContext,
  { host, niche }: { host: string; niche: number },
): Promise<void> {
  await context.database.transaction(async (tx) => {
    await tx.run(setDomain, { host, niche });
    await recordAct(context, tx, { act: 'settings-domain', about: host });
  });
  context.sites.clear();
}

/** The SECRET of the next start becomes that of all processes. */
export async function replaceSecret(context: SettingsContext): Promise<void> {
  await context.database.transaction(async (tx) => {
    await tx.run(forgetSecret);
    await recordAct(context, tx, { act: 'settings-forget-secret' });
  });
}
