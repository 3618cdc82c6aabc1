import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { asStaff } from '../../tests/support/as-staff.ts';
import { useTestApp } from '../../tests/support/test-app.ts';
import { refuseExamples } from './find-site.ts';
import { siteCommands } from './commands.ts';

const test = useTestApp({ env: { PUBLIC_ORIGIN: 'https://tealight.example' } });
beforeAll(async () => {
  await test.sql(`insert into domains (host, niche) values ('liefde.example', 2)`);
});

describe('the command for sites', () => {
  const run = async (...words: string[]): Promise<{ code: number; lines: string[] }> => {
    const lines: string[] = [];
    const code = await siteCommands(asStaff(test.context), words, (line) => lines.push(line));
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
    expect(await run('load', 'default', file)).toEqual({
      code: 1,
      lines: ['message_credits must be >= 0', 'company.vat_number is not a setting', 'Nothing was changed.'],
    });
    expect((await settingsAt()).name).toBe('Tealight');
    expect((await run('load', 'default', await write('broken.json', '{'))).lines[0]).toContain('cannot be read');
    expect(await run('load', 'domain:unknown.example', file)).toMatchObject({ code: 1 });
  });

  it('reports the example company of a fresh installation on every site until it is replaced', async () => {
    const { code, lines } = await run('check');
    expect(code).toBe(1);
    expect(lines).toContain('default: company.name is that of the example');
    expect(lines).toContain('liefde.example: support_email is that of the example');
    await expect(refuseExamples(test.context.database)).rejects.toThrow('- default: company.kvk\n');
    const company = { name: 'Vonk B.V.', address: 'Kade 2', kvk: '12345678', vat_numbers: ['NL123456789B01'] };
    const file = await write('own.json', { company, support_email: 'help@vonk.example' });
    expect(await run('load', 'default', file)).toMatchObject({ code: 0 });
    expect(await run('check')).toEqual({ code: 0, lines: ['The settings are valid.'] });
    await refuseExamples(test.context.database);
    expect((await run('show')).lines).toContain('domain:liefde.example  niche 2');
    await test.sql(`update setting_scopes set values = values || '{"min_age": 12}' where scope = 'default'`);
    expect(await run('check')).toEqual({ code: 1, lines: ['default: min_age must be >= 18'] });
    expect(await test.sql('select who, act, number from staff_acts')).toEqual([
      { who: 'mo', act: 'settings-set', number: 'default' },
    ]);
  });

  it('sets one field, as text or JSON, and leaves it out again', async () => {
    const set = (field: string, value: string) => run('set', 'niche:5', field, value);
    const show = async () => (await run('show', 'niche:5')).lines;
    expect(await set('company.kvk', '12345678')).toEqual({
      code: 0,
      lines: ['niche:5 is changed. Running processes use it within 30 seconds.'],
    });
    await set('message_credits', '7');
    await set('languages_spoken', '["nl","en"]');
    await set('payment_providers.default', 'stripe');
    expect(await set('message_credits', 'many')).toEqual({
      code: 1,
      lines: ['message_credits must be integer', 'Nothing was changed.'],
    });
    expect((await set('languages_spoken.first', 'nl')).lines[0]).toContain('languages_spoken');
    expect((await set('__proto__', '{}')).lines[0]).toBe('__proto__ is not a setting');
    expect((await run('set', 'niche:9', 'name', 'Vonk')).lines[0]).toBe('niche:9 is not a scope');
    const stored = [
      'niche:5  company.kvk "12345678"',
      'niche:5  message_credits 7',
      'niche:5  payment_providers.default "stripe"',
    ];
    expect((await show()).toSorted()).toEqual(stored);
    await run('unset', 'niche:5', 'message_credits');
    expect(await show()).not.toContain(stored[1]);
    // An earlier fault elsewhere does not stop somebody who mends another field.
    await test.sql(`update setting_scopes set values = values || '{"min_age": 12}' where scope = 'niche:5'`);
    expect(await set('company.kvk', '87654321')).toMatchObject({ code: 0 });
    expect(await set('min_age', '13')).toMatchObject({ code: 1 });
    expect(await set('min_age', '19')).toMatchObject({ code: 0 });
    await test.sql(`delete from setting_scopes where scope = 'niche:5'`);
  });

  it('keeps both changes of two people who set fields of a scope at the same time', async () => {
    await Promise.all([
      run('set', 'niche:4', 'message_credits', '7'),
      run('set', 'niche:4', 'signup_credits', '9'),
      run('set', 'niche:4', 'company.city', 'Ghent'),
    ]);
    expect((await run('show', 'niche:4')).lines).toHaveLength(3);
    await test.sql(`delete from setting_scopes where scope = 'niche:4'`);
  });

  it('adds a price from now on or later, and takes back one that has not begun', async () => {
    const price = (...words: string[]) => run('price', ...words);
    const listed = async () => (await price('list', 'niche:3')).lines.map((line) => line.split('  from ')[0]);
    const tomorrow = new Date(test.clock.now().getTime() + 86_400_000).toISOString();
    expect(await price('add', 'niche:3', 'small', 'SE', '99.50')).toMatchObject({ code: 0 });
    expect(await price('add', 'niche:3', 'small', 'SE', '120', tomorrow)).toMatchObject({ code: 0 });
    const both = ['niche:3  SE  small  50 credits  99.50 SEK', 'niche:3  SE  small  50 credits  120.00 SEK'];
    expect(await listed()).toEqual(both);
    expect(await price('add', 'niche:3', 'small', 'SE', '130', tomorrow)).toMatchObject({ code: 1 });
    expect(await price('remove', 'niche:3', 'small', 'SE', tomorrow)).toMatchObject({ code: 0 });
    expect(await listed()).toEqual(both.slice(0, 1));
    for (const wrong of [
      ['niche:3', 'none', 'SE', '1.00'],
      ['niche:3', 'small', 'XX', '1.00'],
      ['niche:3', 'small', 'SE', '1.005'],
      ['niche:3', 'small', 'SE', '0'],
      ['niche:8', 'small', 'SE', '1.00'],
      ['domain:unknown.example', 'small', 'SE', '1.00'],
      ['niche:3', 'small', 'SE', '2.99'],
      ['niche:3', 'small', 'SE', '99.00', '2020-01-01T00:00Z'],
      ['niche:3', 'small', 'SE', '99.00', 'tomorrow'],
      ['niche:3', 'small', 'SE', '99.00', '5'],
      ['niche:3', 'small', 'SE', '99.00', '2090-02-30T00:00Z'],
      ['niche:3', 'small', 'SE', '99.00', '2090-02-28T00:00'],
    ])
      expect((await price('add', ...wrong)).code, wrong.join(' ')).toBe(1);
    expect(await listed()).toEqual(both.slice(0, 1));
    expect((await price('list')).lines).toHaveLength(19 * 4 + 1);
    // A forgotten point: a price that has begun stays.
    expect((await price('add', 'default', 'small', 'NL', '999')).lines[0]).toBe(
      'The price in force is 9.99 EUR. Add --sure if 999.00 EUR is right.',
    );
    expect(await price('add', 'default', 'small', 'NL', '20.99', tomorrow, '--sure')).toEqual({
      code: 0,
      lines: [`default: small costs 20.99 EUR in NL from ${tomorrow} on.`],
    });
    expect(
      await test.sql(`select detail from staff_acts where act = 'settings-price-add' order by acted_at`),
    ).toContainEqual({ detail: `small NL 20.99 EUR ${tomorrow}` });
    await price('remove', 'default', 'small', 'NL', tomorrow);
    await price('add', 'niche:2', 'small', 'NL', '49', '--sure');
    expect((await price('add', 'domain:liefde.example', 'small', 'NL', '9.99')).lines[0]).toContain(
      'The price in force is 49.00 EUR.',
    );
  });

  it('adds a domain', async () => {
    expect(await run('domain', 'add', 'Vonk.Example', '4')).toEqual({
      code: 0,
      lines: ['vonk.example is a site of niche 4.'],
    });
    expect((await settingsAt('vonk.example')).niche).toBe(4);
    expect(await run('domain', 'add', 'vonk.example', '9')).toMatchObject({ code: 1 });
    expect((await run('domain', 'add', 'vonk.example', '5')).lines[0]).toBe('vonk.example is a site already.');
    expect((await run('wrong')).lines[0]).toBe('npm run site -- show [<scope>]');
    await test.sql(`delete from domains where host = 'vonk.example'`);
  });
});
