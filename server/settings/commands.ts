import { readFile } from 'node:fs/promises';

import { niches } from '../../contract/settings/niches.ts';
import { defineCommand, defineCommands } from '../staff/command.ts';
import { checkSettings } from './find-site.ts';
import { type SettingsContext, addDomain, listSettings, replaceScope, replaceSecret } from './manage-settings.ts';
import { normaliseHost } from './rules.ts';

const help = [
  'npm run settings -- list',
  'npm run settings -- check',
  '    exits with 1 if a setting is invalid, or a site still has the company or address of a fresh installation',
  'npm run settings -- set <default|niche:1 to 7|domain:host> <file.json>',
  '    the file replaces all values of the scope; its path is relative to the folder of the project',
  'npm run settings -- domain <host> <niche>',
  'npm run settings -- forget-secret',
  '    run it once all processes are stopped: the next start accepts another SECRET',
];

const readNothing = (words: readonly string[]): object | null => (words.length === 0 ? {} : null);

/** Shows, checks and changes the settings of sites (see the module's README). */
export const settingsCommands = defineCommands(help, {
  list: defineCommand(help, {
    read: readNothing,
    run: listSettings,
    print: ({ scopes, domains }) => ({
      lines: [
        ...scopes.map(({ scope, values }) => `${scope}  ${JSON.stringify(values)}`),
        ...domains.map(({ host, niche }) => `domain ${host}  niche ${niche}`),
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
    read: ([scope, file, ...others]) => (scope && file && others.length === 0 ? { scope, file } : null),
    run: replaceScopeByFile,
    print: (faults, { scope }) =>
      faults.length > 0
        ? { lines: [...faults, 'Nothing was changed.'], failed: true }
        : { lines: [`${scope} is set. Running processes use it within 30 seconds.`] },
  }),
  domain: defineCommand(help, {
    read: ([name, niche, ...others]) => {
      if (!name || !niche || others.length > 0) return null;
      const host = normaliseHost(name);
      if (host === '' || !Object.hasOwn(niches, Number(niche)))
        return 'Name a host and the number of a niche from 1 to 7.';
      return { host, niche: Number(niche) };
    },
    run: addDomain,
    print: (_done, { host, niche }) => ({ lines: [`${host} is a site of niche ${niche}.`] }),
  }),
  'forget-secret': defineCommand(help, {
    read: readNothing,
    run: replaceSecret,
    print: () => ({ lines: ['The SECRET of the next start becomes that of all processes.'] }),
  }),
});

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
