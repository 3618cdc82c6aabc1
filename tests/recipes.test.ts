import { randomUUID } from 'node:crypto';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { locales } from '../contract/platform/languages.ts';
import type * as LoadStatements from '../scripts/sql-types/load-statements.ts';
import type * as WriteTypes from '../scripts/sql-types/write-types.ts';
import type * as Modules from '../server/modules.ts';
import type * as Migrate from '../server/platform/database/migrate.ts';
import type * as DescribeSchema from './support/describe-schema.ts';
import type * as MigrationHashes from './support/migration-hashes.ts';
import type * as TestAppModule from './support/test-app.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
// Below the root, so that packages resolve and files are transformed as those of the program.
const copy = join(root, '.cache', `recipe-${randomUUID()}`);
const folders = ['contract', 'locales', 'server', 'demo', 'mocks', 'migrations', 'scripts/sql-types', 'tests/support'];

const load = async <Loaded>(path: string): Promise<Loaded> => (await import(join(copy, path))) as Loaded;

/** Carries out a recipe in the copy, and counts its files. A file that is new is empty before. */
class Recipe {
  readonly #changed = new Set<string>();

  async change(path: string, before: string, after: string): Promise<void> {
    const text = await readFile(join(copy, path), 'utf8').catch(() => before);
    expect(text).toContain(before);
    await this.write(path, text.replace(before, after));
  }

  async write(path: string, text: string): Promise<void> {
    await writeFile(join(copy, path), text);
    this.#changed.add(path);
  }

  /** Sentences are not counted. */
  async say(part: string, sentences: Record<string, string>): Promise<void> {
    for (const { file } of Object.values(locales)) {
      const path = join(copy, 'locales', part, file);
      const all = JSON.parse(await readFile(path, 'utf8')) as object;
      await writeFile(path, JSON.stringify({ ...all, ...sentences }));
    }
  }

  /** Checks that CONTRIBUTING.md states as many files in the title of the recipe. */
  async count(title: string): Promise<void> {
    const text = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8');
    expect(this.#changed.size).toBe(Number(new RegExp(`^## ${title} \\((\\d+) files`, 'm').exec(text)?.[1]));
  }
}

const operation = new Recipe();
const table = new Recipe();
const mail = new Recipe();
const field = new Recipe();
const module = new Recipe();
const job = new Recipe();
const setting = new Recipe();
let test: TestAppModule.TestApp;

beforeAll(async () => {
  await mkdir(copy, { recursive: true });
  for (const path of [...folders, 'ARCHITECTURE.md', 'package.json', 'schema.sql', 'tsconfig.base.json'])
    await cp(join(root, path), join(copy, path), { recursive: true });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  await addOperation();
  await addTable();
  await addMail();
  await addField();
  await addModule();
  await addJob();
  await addSetting();
  const { createTestApp } = await load<typeof TestAppModule>('tests/support/test-app.ts');
  test = await createTestApp();
  await runCommands();
});
afterAll(async () => {
  await test.close();
  await rm(copy, { recursive: true, force: true });
});

async function addOperation(): Promise<void> {
  await operation.change(
    'contract/calls.ts',
    '  listRegions:',
    `  countRegions: 'GET /api/region-count.php',\n  listRegions:`,
  );
  await operation.change(
    'contract/settings/operations.ts',
    '  listRegions: defineOperation({',
    `  countRegions: defineOperation({
       summary: 'Counts the regions of every country.', source: 'a test', audience: 'anyone', input: Empty,
       output: Type.Object({ count: Type.Integer() }), errors: [], limit: 'read',
     }),
     listRegions: defineOperation({`,
  );
  await operation.write(
    'server/settings/count-regions.ts',
    `import type { Handler } from '../platform/handler.ts';
     export const countRegions: Handler<'countRegions'> = async (_input, { site }) => ({
       count: Object.values(site.settings.region_data).flat().length,
     });`,
  );
  await operation.change('server/settings/module.ts', 'operations: { ', 'operations: { countRegions, ');
  await operation.change(
    'server/settings/module.ts',
    'import { listRegions }',
    `import { countRegions } from './count-regions.ts';\nimport { listRegions }`,
  );
}

async function addTable(): Promise<void> {
  await table.write(
    'migrations/9001_holidays.sql',
    'create table holidays (country text not null, day date not null, constraint holidays_pkey primary key (country, day));',
  );
  await table.change(
    'server/settings/module.ts',
    '  tables: {',
    '  tables: { holidays: { key: null, erasure: operatorSettings, notExported: reasons.impersonal },',
  );
}

async function addMail(): Promise<void> {
  await mail.write(
    'server/accounts/advice-mail.ts',
    `import type { MailTemplate } from '../mail/queue-mail.ts';
     export const adviceMail: MailTemplate = {
       name: 'advice', importance: 'account',
       write: async ({ say }) => ({ subject: say('mail.advice'), title: say('mail.advice'), paragraphs: [say('mail.advice')] }),
     };`,
  );
  await mail.change('server/accounts/module.ts', '  mail: [', '  mail: [adviceMail,');
  await mail.change(
    'server/accounts/module.ts',
    'export const',
    `import { adviceMail } from './advice-mail.ts';\nexport const`,
  );
  const queued = 'await queueMail(tx, call, { template: passwordChangedMail, memberId: member.id });';
  const more = queued.replace('passwordChangedMail', 'adviceMail');
  await mail.change('server/accounts/change-password.ts', queued, `${queued}\n    ${more}`);
  await mail.change(
    'server/accounts/change-password.ts',
    'import',
    `import { adviceMail } from './advice-mail.ts';\nimport`,
  );
  await mail.say('mail', { advice: 'Keep the new password to yourself' });
}

async function addField(): Promise<void> {
  const path = 'contract/members/attributes.ts';
  await field.change(path, '  tattoos: [', `  smoking: ['never', 'daily'],\n  tattoos: [`);
  await field.change(path, `  'tattoos',`, `  'tattoos',\n  'smoking',`);
  await field.say('attributes', { smoking: 'Smoking', 'smoking.never': 'Never', 'smoking.daily': 'Daily' });
  const members = await readFile(join(copy, 'migrations/0021_spoken_languages.sql'), 'utf8');
  const find = (start: string, end: string): string =>
    members.slice(members.indexOf(start), members.indexOf(end, members.indexOf(start)) + end.length);
  const keys = find('create function search_keys', '$$;\n')
    .replace('tattoos text,', 'tattoos text, smoking text,')
    .replace(`|| tattoos]`, `|| tattoos, 'smoking=' || smoking]`);
  const copied = find('create or replace function keep_searchable', 'end $$;')
    .replace('new.languages)', 'new.languages, new.smoking)')
    .replace('interests, languages)', 'interests, languages, smoking)')
    .replace('excluded.languages)', 'excluded.languages, excluded.smoking)');
  const index = find('create index profiles_search_keys', ';').replace('tattoos,', 'tattoos, smoking,');
  const trigger = find('create trigger profiles_searchable\n', ';').replace('tattoos,', 'tattoos, smoking,');
  await field.write(
    'migrations/9002_smoking.sql',
    `alter table profiles add column smoking text;
     alter table searchable add column smoking text;
     drop index profiles_search_keys;
     drop function search_keys;
     drop trigger profiles_searchable on profiles;
     ${[keys, copied, index, trigger].join('\n')}`,
  );
}

async function addModule(): Promise<void> {
  await mkdir(join(copy, 'server/tides'));
  await module.write(
    'server/tides/module.ts',
    `import type { Module } from '../module.ts';\nexport const tides = { public: [] } satisfies Module;`,
  );
  await module.write('server/tides/README.md', '# Tides\n');
  await module.change('server/modules.ts', '  sources,\n', '  sources,\n  tides,\n');
  await module.change(
    'server/modules.ts',
    'import { support }',
    `import { tides } from './tides/module.ts';\nimport { support }`,
  );
  await module.change('ARCHITECTURE.md', '| settings, geo |', '| tides | high and low water | |\n| settings, geo |');
}

/** Adds a job in the module and in the table of the other recipes. */
async function addJob(): Promise<void> {
  await job.write(
    'server/tides/keep-holiday.ts',
    `import type { AppContext } from '../context.ts';
     export async function keepHoliday({ database }: AppContext, { day }: { day: string }): Promise<void> {
       await database.pool.query("insert into holidays values ('NL', $1) on conflict do nothing", [day]);
     }`,
  );
  await job.change(
    'server/tides/module.ts',
    'export const tides = { ',
    `import { keepHoliday } from './keep-holiday.ts';\nexport const tides = { jobs: { 'keep-holiday': { run: keepHoliday } }, `,
  );
}

async function addSetting(): Promise<void> {
  await setting.change(
    'contract/settings/operations.ts',
    '  account_discretion: Type.Boolean(),',
    '  account_discretion: Type.Boolean(),\n  tide_hours: Type.Integer(),',
  );
  await setting.change(
    'server/settings/default-settings.data.ts',
    '  account_discretion: false,',
    '  account_discretion: false,\n  tide_hours: 6,',
  );
  await setting.change('server/settings/README.md', '# ', '`tide_hours` is set by the operator.\n\n# ');
}

/** Runs the commands of the recipes on the copy: they rewrite `schema.sql` and the types of the statements. */
async function runCommands(): Promise<void> {
  const { migrate } = await load<typeof Migrate>('server/platform/database/migrate.ts');
  const { describeSchema } = await load<typeof DescribeSchema>('tests/support/describe-schema.ts');
  const { describeRecorded } = await load<typeof MigrationHashes>('tests/support/migration-hashes.ts');
  const { loadStatements } = await load<typeof LoadStatements>('scripts/sql-types/load-statements.ts');
  const { writeTypes } = await load<typeof WriteTypes>('scripts/sql-types/write-types.ts');
  await migrate(test.context.database, join(copy, 'migrations'));
  const schema = (await describeRecorded()) + (await describeSchema(test.context.database.pool));
  await Promise.all([table.write('schema.sql', schema), field.write('schema.sql', schema)]);
  // The clients of the pool send several statements at once, which the description of a statement does not allow.
  const [row] = await test.sql<{ database: string }>('select current_database() as database');
  const client = new pg.Client({ ...inject('database'), ...row });
  await client.connect();
  try {
    const types = await writeTypes(client, await loadStatements());
    const path = 'server/platform/database/statements.gen.ts';
    await Promise.all([table.write(path, types), field.write(path, types)]);
  } finally {
    await client.end();
  }
}

it('the recipe for an operation is complete: in a copy of the program, its files make one that answers', async () => {
  const answer = await test.app.server.inject({ method: 'GET', url: '/api/region-count.php' });
  expect([answer.statusCode, answer.json()]).toEqual([200, { count: expect.any(Number) }]);
  await operation.count('Add an operation');
});

it('the recipe for a table is complete: the schema has it, and its module says how it is spread', async () => {
  const { listDistribution } = await load<typeof Modules>('server/modules.ts');
  expect(await readFile(join(copy, 'schema.sql'), 'utf8')).toContain('create table holidays');
  expect(listDistribution()).toContain(`select create_reference_table('holidays');`);
  await table.count('Add a table');
});

it('the recipe for a mail is complete: the mail arrives with its sentence', async () => {
  const member = await test.member();
  const words = { old_password: 'a quiet evening by the sea', new_password: 'another long evening in the harbor' };
  expect((await member.call('changePassword', words)).status).toBe(200);
  await test.runJobs();
  const subjects = (await test.outbox()).map(({ subject }) => subject);
  expect(subjects).toContain('Keep the new password to yourself');
  await mail.count('Add a mail');
});

it('the recipe for a profile field is complete: members fill it in, others see it and search by it', async () => {
  const [anna, bert] = [await test.member(), await test.member({ gender: 'male' })];
  expect((await anna.call('updateProfile', { smoking: 'never' })).body.profile).toMatchObject({ smoking: 'never' });
  expect((await bert.call('getProfile', { id: anna.id })).body.profile).toMatchObject({ smoking: 'never' });
  const find = async (smoking: string): Promise<string[]> => {
    const { body } = await bert.call('searchProfiles', { country: 'NL', smoking });
    return body.results.map(({ id }) => id);
  };
  expect([await find('never'), await find('daily')]).toEqual([[anna.id], []]);
  expect(await readFile(join(copy, 'server/platform/database/statements.gen.ts'), 'utf8')).toContain('smoking: string');
  await field.count('Add a profile field or filter');
});

it('the recipe for a module is complete: the program collects what it declares', async () => {
  const { modules } = await load<typeof Modules>('server/modules.ts');
  expect(modules).toHaveProperty('tides');
  await module.count('Add a module');
});

it('the recipe for a job is complete: it runs once its transaction is committed', async () => {
  const { jobs, database } = test.context;
  await database.transaction((tx) => jobs.add(tx, 'keep-holiday' as never, { day: '2027-04-27' } as never));
  await test.runJobs();
  expect(await test.sql(`select day::text from holidays`)).toEqual([{ day: '2027-04-27' }]);
  await job.count('Add a job');
});

it('the recipe for a setting is complete: pages get its default, and a site changes it', async () => {
  const read = async (): Promise<unknown> => (await test.client().call('getSettings', {})).body;
  expect(await read()).toMatchObject({ tide_hours: 6 });
  await test.sql(`update setting_scopes set values = values || '{"tide_hours": 12}' where scope = 'default'`);
  test.context.sites.clear();
  expect(await read()).toMatchObject({ tide_hours: 12 });
  await setting.count('Add a setting of a site');
});
