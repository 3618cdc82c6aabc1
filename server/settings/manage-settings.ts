import { readFile } from 'node:fs/promises';

import { niches } from '../../contract/settings/niches.ts';
import type { AppContext } from '../context.ts';
import { forgetSecret } from '../platform/queries.ts';
import { type AtDesk, recordAct } from '../staff/staff.ts';
import { checkSettings, clearSiteCache } from './find-site.ts';
import { listDomains, listScopes, setDomain, setScope } from './queries.ts';
import { normaliseHost } from './rules.ts';
import { readScope } from './scope-values.ts';

const help = [
  'npm run settings -- list',
  'npm run settings -- check',
  '    ends with 1 while a setting is invalid, or a site has the company or address of a fresh installation',
  'npm run settings -- set <default|niche:1 to 7|domain:host> <file.json>',
  '    the file takes the place of all values of the scope; its path begins at the folder of the project',
  'npm run settings -- domain <host> <niche>',
  'npm run settings -- forget-secret',
  '    once all processes are stopped: the next start takes another SECRET',
];

type Context = Pick<AppContext, 'clock' | 'database'> & AtDesk;
type Say = (line: string) => void;

/** Shows, checks and changes the settings of sites (see the module's README). Returns the exit code. */
export async function manageSettings(
  context: Context,
  [action = 'list', ...words]: string[],
  say: Say,
): Promise<number> {
  const [first, second] = words;
  if (action === 'list' && words.length === 0) return list(context, say);
  if (action === 'check' && words.length === 0) return check(context, say);
  if (action === 'set' && first && second && words.length === 2) return set(context, first, second, say);
  if (action === 'domain' && first && second && words.length === 2) return domain(context, first, Number(second), say);
  if (action === 'forget-secret' && words.length === 0) return replaceSecret(context, say);
  for (const line of help) say(line);
  return 1;
}

async function replaceSecret(context: Context, say: Say): Promise<number> {
  await context.database.transaction(async (tx) => {
    await tx.run(forgetSecret);
    await recordAct(context, tx, { act: 'settings-forget-secret' });
  });
  say('The next start takes its SECRET as the one of all processes.');
  return 0;
}

async function list({ database }: Context, say: Say): Promise<number> {
  for (const { scope, values } of await database.all(listScopes)) say(`${scope}  ${JSON.stringify(values)}`);
  for (const { host, niche } of await database.all(listDomains)) say(`domain ${host}  niche ${niche}`);
  return 0;
}

async function check({ database }: Context, say: Say): Promise<number> {
  const { faults, examples } = await checkSettings(database);
  for (const fault of faults) say(fault);
  for (const example of examples) say(`${example} is that of the example`);
  if (faults.length + examples.length > 0) return 1;
  say('The settings are valid.');
  return 0;
}

async function set(context: Context, scope: string, file: string, say: Say): Promise<number> {
  let values;
  try {
    values = JSON.parse(await readFile(file, 'utf8')) as object;
  } catch (error) {
    say(`${file} cannot be read: ${(error as Error).message}`);
    return 1;
  }
  const domains = await context.database.all(listDomains);
  const isUnknown = scope.startsWith('domain:') && !domains.some(({ host }) => scope === `domain:${host}`);
  const faults = isUnknown ? [`${scope} names no domain: add it first`] : readScope(scope, values).faults;
  if (faults.length > 0) {
    for (const fault of faults) say(fault);
    say('Nothing was changed.');
    return 1;
  }
  await context.database.transaction(async (tx) => {
    await tx.run(setScope, { scope, values });
    await recordAct(context, tx, { act: 'settings-set', about: scope });
  });
  clearSiteCache();
  say(`${scope} is set. Running processes use it within 30 seconds.`);
  return 0;
}

async function domain(context: Context, name: string, niche: number, say: Say): Promise<number> {
  const host = normaliseHost(name);
  if (host === '' || !Object.hasOwn(niches, niche)) {
    say('Name a host and the number of a niche from 1 to 7.');
    return 1;
  }
  await context.database.transaction(async (tx) => {
    await tx.run(setDomain, { host, niche });
    await recordAct(context, tx, { act: 'settings-domain', about: host });
  });
  clearSiteCache();
  say(`${host} is a site of niche ${niche}.`);
  return 0;
}
