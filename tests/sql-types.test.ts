import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findStale, writeTypes } from '../scripts/sql-types/write-types.ts';
import { findSides } from '../server/chat/queries.ts';
import { numberParameters } from '../server/platform/database/statement.ts';
import { createId } from '../server/platform/ids.ts';
import { useTestApp } from './support/test-app.ts';

const test = useTestApp();
let client: pg.Client;
beforeAll(async () => {
  const { host, port, user, database } = test.context.database.pool.options;
  client = new pg.Client({ host, port, user, database } as pg.ClientConfig);
  await client.connect();
});
afterAll(() => client.end());

const declare = (text: string, present: string[] = []) => ({ name: 'some', present, ...numberParameters(text) });

async function getTypes(text: string, present?: string[]): Promise<{ params: string; row: string }> {
  const file = (await writeTypes(client, [declare(text, present)])).replaceAll(/\s+/g, ' ');
  const [, params = '', row = ''] = /params: (.*?); row: (.*?); \}; \}/.exec(file) ?? [];
  return { params, row };
}
const getRowType = async (text: string, present?: string[]): Promise<string> => (await getTypes(text, present)).row;

describe('the type of a row', () => {
  it.each([
    ['follows the schema', 'select name, paid_at from members', '{ name: string; paid_at: Date | null }'],
    ['has the texts that a check allows', 'select gender from profiles', `{ gender: 'male' | 'female' }`],
    [
      'may be null on the empty side of an outer join',
      'select i.unread, o.unread as other from inbox i left join inbox o on o.member_id = i.other_id',
      '{ unread: number; other: number | null }',
    ],
    [
      'keeps that through a subquery and a with',
      `with absent as (select b.by_id from members m left join blocked_by b using (member_id))
       select s.by_id from (select by_id from absent) as s`,
      '{ by_id: MemberId | null }',
    ],
    [
      'is not null where a condition compares it',
      'select text, gift, photo_id from messages where text = $text and gift is not null',
      '{ text: string; gift: string; photo_id: PhotoId | null }',
    ],
    [
      'may be null where only the inside of an outer join compares it',
      'select p.region from members m left join (profiles p join profiles q on p.region = q.region) on p.member_id = m.member_id',
      '{ region: string | null }',
    ],
    [
      'may be null where a condition is one of two',
      'select text from messages where text = $text or gift = $text',
      '{ text: string | null }',
    ],
    [
      'is present for exists, count, coalesce and tests',
      `select exists (select from photos) as any, (select count(*) from photos) as photos, coalesce(text, '') as text,
              gift is null as none from messages`,
      '{ any: boolean; photos: number; text: string; none: boolean }',
    ],
    [
      'may be null for a subquery, a sum, and a case without else',
      `select (select name from members limit 1) as name, (select sum(credits)::int from lots) as sum,
              case when seq > 1 then 'later' end as place, case when seq > 1 then 'later' else 'first' end as text
         from messages`,
      `{ name: string | null; sum: number | null; place: 'later' | null; text: 'later' | 'first' }`,
    ],
    [
      'may be null where a parameter may',
      'select $one::int + 1 as one, $two?::int + 1 as two',
      '{ one: number; two: number | null }',
    ],
    [
      'follows returning',
      'update photos set position = 1 returning *, position + 1 as next',
      expect.stringContaining('next: number'),
    ],
    ['is never for a statement that answers nothing', 'delete from photos', 'never'],
  ])('%s', async (_what, text, row) => {
    expect(await getRowType(text)).toEqual(row);
  });

  it('follows the declaration only where that is needed', async () => {
    const text = 'select max(seq) as seq from messages';
    expect(await getRowType(text, ['seq'])).toBe('{ seq: number }');
    await expect(getTypes('select seq from messages', ['seq'])).rejects.toThrow('seq need not be called present');
    await expect(getTypes(text, ['other'])).rejects.toThrow('it has no column other');
  });
});

describe('the type of a parameter', () => {
  it('is what PostgreSQL accepts', async () => {
    const { params } = await getTypes(
      'delete from tokens where token_hash = $hash and expires_at < $end and member_id = any($ids)',
    );
    expect(params).toBe('{ hash: Buffer; end: Date; ids: readonly (string | null)[] }');
  });

  it('has the shape in which JSON is read', async () => {
    const { params } = await getTypes(
      'insert into member_names select * from json_to_recordset($rows::json) as r (name_key text, member_id uuid)',
    );
    expect(params).toBe('{ rows: readonly { name_key: string | null; member_id: MemberId | null }[] }');
  });

  it('is refused if JSON is not marked', async () => {
    await expect(getTypes('select json_array_elements_text($rows)')).rejects.toThrow(
      'some: $rows is json: write $rows::json',
    );
  });
});

it('an id does not compile where one of another kind is wanted', async () => {
  // @ts-expect-error -- a member is not a conversation
  expect(await test.context.database.first(findSides, { conversationId: createId<MemberId>() })).toBeUndefined();
});

describe('the generated file', () => {
  it('is stale when a statement is new, changed or gone', async () => {
    const now = declare('select $one::int');
    const file = await writeTypes(client, [now]);
    expect(findStale([now], file)).toEqual([]);
    expect(findStale([{ ...now, name: 'other' }], file)).toEqual(['other', 'some']);
    expect(findStale([declare('select $one?::int')], file)).toEqual(['some']);
    expect(findStale([now], file.replace(/\(\w+\)/, '(0)'))).toEqual(['schema.sql, or the generator']);
  });
});
