import { describe, expect, it } from 'vitest';

import { readConfig } from '../program/config.ts';
import { useTestApp } from '../../tests/support/test-app.ts';
import { networkCommands } from './commands.ts';
import { asStaff } from '../../tests/support/as-staff.ts';

const test = useTestApp({ env: { POSTBACK_HOSTS: 'postback.example.org' } });

async function networks(...words: string[]): Promise<{ code: number; said: string[] }> {
  const said: string[] = [];
  return { code: await networkCommands(asStaff(test.context), words, (line) => said.push(line)), said };
}

const url = 'https://postback.example.org/pb?id={event_id}&click={sub1}';

describe('npm run networks', () => {
  it('adds, lists and ends a network, and adds it again', async () => {
    expect((await networks('list')).said).toEqual(['There are no networks.']);
    expect(await networks('add', 'Lantern', '--sign-up', url)).toEqual({ code: 0, said: ['lantern is added.'] });
    expect((await networks()).said).toEqual(['lantern  active  nothing to tell yet', `    sign-up         ${url}`]);
    expect((await networks('add', 'lantern', '--sign-up', url)).code).toBe(1);
    expect(await networks('end', 'lantern')).toEqual({ code: 0, said: ['lantern is ended.'] });
    expect((await networks('end', 'lantern')).code).toBe(1);
    expect((await networks('add', 'lantern', '--first-purchase', `${url}&value={value}`)).code).toBe(0);
    expect((await networks('help')).said.join('\n')).toContain('npm run networks -- add');
  });

  it('adds a network without postbacks, so that the funnel knows its name', async () => {
    expect(await networks('add', 'candle')).toEqual({ code: 0, said: ['candle is added.'] });
    expect((await networks()).said).toContain('candle  active  told of nothing');
    expect((await networks('end', 'candle')).code).toBe(0);
    expect((await networks('add', 'candle', '--sign-up', url)).code).toBe(0);
  });

  it.each([
    [[], 'name one network'],
    [['a b', '--sign-up', url], 'name one network'],
    [['x', '--colour', 'red'], "Unknown option '--colour'"],
    [['x', '--sign-up', 'nowhere'], 'no web address'],
    [['x', '--sign-up', url.replace('https', 'http')], 'POSTBACK_HOSTS does not name http://postback.example.org'],
    [['x', '--sign-up', url.replace('.org', '.org:8443')], 'POSTBACK_HOSTS does not name'],
    [['x', '--sign-up', url.replace('postback.', 'postback.evil.')], 'POSTBACK_HOSTS does not name'],
    [['x', '--sign-up', url.replace('postback', '{ref}')], 'POSTBACK_HOSTS does not name'],
    [['x', '--sign-up', url.replace('/pb', '/{sub1}')], 'a placeholder stands before its question mark'],
    [['x', '--sign-up', url.replace('https://', 'https://user:word@')], 'it has a login'],
    [['x', '--sign-up', `${url}&mail={email}`], 'not {email}'],
    [['x', '--sign-up', 'https://postback.example.org/pb?click={sub1}'], 'it lacks {event_id}'],
    [['x', '--sign-up', `${url}&value={value}`], 'a sign-up has no value'],
  ])('says what is wrong with %j, and adds nothing', async (words, what) => {
    const before = await test.sql('select 1 from networks');
    const { code, said } = await networks('add', ...words);
    expect([code, said.join()]).toEqual([1, expect.stringContaining(what)]);
    expect(await test.sql('select 1 from networks')).toHaveLength(before.length);
  });

  it('reads POSTBACK_HOSTS, and refuses malformed and local hosts, and http in production', () => {
    const hosts = (text: string, production = false): readonly string[] =>
      readConfig({ POSTBACK_HOSTS: text, ...(production && { NODE_ENV: 'production' }) }, '/').postbackOrigins;
    expect(hosts('a.example, b.example')).toEqual(['https://a.example', 'https://b.example']);
    expect(hosts('http://127.0.0.1:99')).toEqual(['http://127.0.0.1:99']);
    for (const wrong of ['10.0.0.1', 'localhost', 'https://a.example', 'a.example/path', 'A.example', '[::1]'])
      expect(() => hosts(wrong), wrong).toThrow('POSTBACK_HOSTS');
    expect(() => hosts('http://127.0.0.1:99', true)).toThrow('POSTBACK_HOSTS has http://127.0.0.1:99');
  });
});
