import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { asStaff } from '../../tests/support/as-staff.ts';
import { useTestApp } from '../../tests/support/test-app.ts';
import { refuseExamples } from './find-site.ts';
import { settingsCommands } from './commands.ts';

const test = useTestApp({ env: { PUBLIC_ORIGIN: 'https://tealight.example' } });
beforeAll(async () => {
  await test.sql(`insert into domains (host, niche) values ('liefde.example', 2)`);
});

describe('the command for settings', () => {
  const run = async (...words: string[]): Promise<{ code: number; lines: string[] }> => {
    const lines: string[] = [];
    const code = await settingsCommands(asStaff(test.context), words, (line) => lines.push(line));
    return { code, lines };
  };
  const settingsAt = async (host = 'tealight.example') => (await test.client().call('getSettings', {}, { host })).body;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tealight-settings-'));
    return () => rm(folder, { recursive: true });
  });
  const write = async (name: string, values: unknown): Promise<string> => {
    await writeFile(join(folder, name), typeof values === 'string' ? values : JSON.stringify(values));
    return join(folder, name);
  };

  it('changes nothing if a value is invalid, and names each invalid value', async () => {
    const file = await write('wrong.json', { name: 'Vonk', message_credits: -5, company: { vat_number: 'NL1' } });
    expect(await run('set', 'default', file)).toEqual({
      code: 1,
      lines: ['message_credits must be >= 0', 'company.vat_number is not a setting', 'Nothing was changed.'],
    });
    expect((await settingsAt()).name).toBe('Tealight');
    expect((await run('set', 'default', await write('broken.json', '{'))).lines[0]).toContain('cannot be read');
    expect(await run('set', 'domain:unknown.example', file)).toMatchObject({ code: 1 });
  });

  it('reports the example company of a fresh installation on every site until it is replaced', async () => {
    const { code, lines } = await run('check');
    expect(code).toBe(1);
    expect(lines).toContain('default: company.name is that of the example');
    expect(lines).toContain('liefde.example: support_email is that of the example');
    await expect(refuseExamples(test.context.database)).rejects.toThrow('- default: company.kvk\n');
    const company = { name: 'Vonk B.V.', address: 'Kade 2', kvk: '12345678', vat_numbers: ['NL123456789B01'] };
    const file = await write('own.json', { company, support_email: 'help@vonk.example' });
    expect(await run('set', 'default', file)).toMatchObject({ code: 0 });
    expect(await run('check')).toEqual({ code: 0, lines: ['The settings are valid.'] });
    await refuseExamples(test.context.database);
    expect((await run('list')).lines).toContain('domain liefde.example  niche 2');
    await test.sql(`update setting_scopes set values = values || '{"min_age": 12}' where scope = 'default'`);
    expect(await run('check')).toEqual({ code: 1, lines: ['default: min_age must be >= 18'] });
    expect(await test.sql('select who, act, number from staff_acts')).toEqual([
      { who: 'mo', act: 'settings-set', number: 'default' },
    ]);
  });

  it('adds a domain', async () => {
    expect(await run('domain', 'Vonk.Example', '4')).toEqual({
      code: 0,
      lines: ['vonk.example is a site of niche 4.'],
    });
    expect((await settingsAt('vonk.example')).niche).toBe(4);
    expect(await run('domain', 'vonk.example', '9')).toMatchObject({ code: 1 });
    expect((await run('wrong')).lines[0]).toBe('npm run settings -- list');
    await test.sql(`delete from domains where host = 'vonk.example'`);
  });
});
