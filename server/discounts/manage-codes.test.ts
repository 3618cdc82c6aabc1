import { afterAll, beforeAll, expect, it } from 'vitest';

import { type TestApp, createTestApp } from '../../tests/support/test-app.ts';
import { manageCodes } from './manage-codes.ts';
import { atDesk } from '../../tests/support/at-desk.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function codes(...words: string[]): Promise<{ code: number; said: string[] }> {
  const said: string[] = [];
  return { code: await manageCodes(atDesk(test.context), words, (line) => said.push(line)), said };
}

it('the command adds, lists and ends a code that members can use', async () => {
  const member = await test.member();
  expect(await codes('list')).toEqual({ code: 0, said: ['There are no codes.'] });
  const added = await codes(
    'add',
    'spring26',
    '--percentage',
    '15',
    '--country',
    'NL',
    '--minimum',
    '15.00',
    '--uses',
    '100',
  );
  expect(added).toEqual({ code: 0, said: ['SPRING26 is added in default.'] });
  expect((await member.call('getDiscountCode', { code: 'SPRING26' })).body).toMatchObject({
    percentage: 15,
    minimum: 1_500,
    currency: 'EUR',
    country: 'NL',
  });
  expect((await codes('list')).said).toEqual([
    'SPRING26  default  15 %  active  used 0 of 100, 1 a member  from 15.00 EUR  NL',
  ]);
  expect((await codes('add', 'SPRING26', '--percentage', '5')).code).toBe(1);
  expect(await codes('end', 'spring26')).toEqual({ code: 0, said: ['SPRING26 is ended in default.'] });
  expect((await member.call('getDiscountCode', { code: 'SPRING26' })).status).toBe(404);
  expect((await codes('end', 'SPRING26')).code).toBe(1);
});

it('personal codes are random, have more than 64 bits and work only for their member (ABU-07)', async () => {
  const [member, other] = [await test.member(), await test.member()];
  const { said } = await codes('add', '--percentage', '10', '--member', member.id);
  const [code = ''] = said[0]!.split(' ');
  expect(code).toMatch(/^(?:[A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/);
  expect((await member.call('getDiscountCode', { code })).status).toBe(200);
  expect((await other.call('getDiscountCode', { code })).status).toBe(404);
  expect((await codes('add', 'ADA', '--percentage', '10', '--member', member.id)).code).toBe(1);
});

it.each([
  [[]],
  [['--percentage', '101']],
  [['X', '--percentage', '10']],
  [['CODE', 'MORE', '--percentage', '10']],
  [['CODE', '--percentage', '10', '--scope', 'niche:9']],
  [['CODE', '--percentage', '10', '--country', 'XX']],
  [['CODE', '--percentage', '10', '--minimum', '5']],
  [['CODE', '--percentage', '10', '--until', 'tomorrow']],
  [['CODE', '--percentage', '10', '--until', '2020-01-01']],
  [['CODE', '--percentage', '10', '--uses', '0']],
  [['CODE', '--percentage', '10', '--colour', 'red']],
])('the command says what is wrong with %j, and adds nothing', async (words) => {
  const before = await test.sql('select 1 from discount_codes');
  expect(await codes('add', ...words)).toMatchObject({ code: 1, said: [expect.stringMatching(/\w/)] });
  expect(await test.sql('select 1 from discount_codes')).toHaveLength(before.length);
});

it('the help shows how to add a code', async () => {
  expect((await codes('help')).said.join('\n')).toContain('npm run codes -- add');
});
