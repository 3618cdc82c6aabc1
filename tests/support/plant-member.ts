import { randomUUID } from 'node:crypto';

import { sendMail } from '../../server/mail/send-mail.ts';
import { tables } from '../../server/modules.ts';
import { savePhoto } from '../../server/photos/add-photo.ts';
import { stripes } from './photo-files.ts';
import { sendFile, sendText } from './chat.ts';
import type { TestApp, TestClient } from './test-app.ts';

export const mark = 'canary';
const picture = stripes(30, 40);
export const textColumns = (test: TestApp) =>
  test.sql<{ table: string; column: string; type: string }>(
    `select table_name as table, column_name as column, data_type as type from information_schema.columns
      where table_schema = 'public' and data_type in ('text', 'jsonb', 'ARRAY', 'character varying')
        and (data_type <> 'ARRAY' or udt_name = '_text')
        and table_name in (select tablename from pg_tables where schemaname = 'public')`,
  );

export interface Planted {
  member: TestClient;
  friend: TestClient;
  id: MemberId;
  columns: string[];
}

/** Creates a member with every kind of data, and a mark in every text column about her. */
export async function plant(test: TestApp): Promise<Planted> {
  const friend = await test.member({ paid: true });
  const member = await test.member({ paid: true, name: `Canary ${randomUUID().slice(0, 8)}` });
  const { id } = member;
  await member.call('updateProfile', { about: `${mark} about me`, interests: ['music'] });
  await savePhoto(test.context, id, picture);
  const sent = await sendText(member, { profile: friend.id }, `${mark} words`);
  const { conversation } = sent.body.message;
  await sendFile(test, member, { conversation, text: `${mark} photo`, idempotency_key: randomUUID() }, picture);
  await friend.call('sendMessage', {
    conversation,
    text: 'Hello',
    quote_kind: 'about',
    quote: `${mark} about me`,
    idempotency_key: randomUUID(),
  });
  await sendText(member, { conversation }, `${mark} last words`);
  for (const [from, to] of [
    [member, friend],
    [friend, member],
  ] as const)
    await from.call('addLike', { profile: to.id });
  await member.call('blockMember', { profile: (await test.member()).id });
  await (await test.member()).call('blockMember', { profile: id });
  // The mail goes to an address that is then forgotten: three days after a change of address no trace is left.
  await sendMail(test.context, { kind: 'password-changed', member_id: id, id: '', origin: 'http://localhost' });
  await test.sql('update members set email = $2 where member_id = $1', [id, `later-${id}@example.org`]);
  await test.context.sms?.send({ to: '+31612345678', text: `${mark} code`, id: randomUUID(), about: id });
  await plantRows(test, id);
  return { member, friend, id, columns: await plantTexts(test, id) };
}

/** Inserts rows of tables that no call of the test fills. */
async function plantRows(test: TestApp, id: MemberId): Promise<void> {
  const now = test.clock.now();
  const payment = randomUUID();
  const rows: [table: string, row: object][] = [
    ['sign_up_requests', { member_id: id, site: 'default', account: {}, requested_at: now }],
    [
      'call_results',
      { member_id: id, key: randomUUID(), operation: 'createPayment', body_hash: '\\x01', answer: {}, created_at: now },
    ],
    ['time_bonuses', { member_id: id, starts_at: now, ends_at: new Date(now.getTime() + 14_400_000) }],
    ['last_offers', { member_id: id, starts_at: now, ends_at: new Date(now.getTime() + 1) }],
    ['spending_limits', { member_id: id, currency: 'EUR' }],
    ['postbacks', { member_id: id, act: 'sign-up', postback_id: randomUUID(), network: 'n', created_at: now }],
    ['drafts', { member_id: id, other_id: randomUUID(), text: `${mark} unsent`, written_at: now }],
    ['icebreakers', { member_id: id, profile_id: randomUUID() }],
    [
      'push_subscriptions',
      {
        member_id: id,
        subscription_id: randomUUID(),
        session_hash: '\\x01',
        endpoint: 'e',
        p256dh: 'p',
        auth: 'a',
        created_at: now,
      },
    ],
    ['hides', { member_id: id, hidden_id: randomUUID(), created_at: now }],
    [
      'tokens',
      { token_hash: `\\x${id.replaceAll('-', '')}`, member_id: id, purpose: 'reset', created_at: now, expires_at: now },
    ],
    [
      'stored_cards',
      {
        member_id: id,
        card_id: randomUUID(),
        payment_id: payment,
        provider: 'mollie',
        mandate_id: 'm',
        method: 'visa',
        state: 'valid',
        created_at: now,
        checked_at: now,
      },
    ],
    [
      'receipts',
      {
        member_id: id,
        payment_id: payment,
        entry: 1,
        company: 'c',
        number: 1,
        issued_at: now,
        document: { buyer: { lines: [`${mark} buyer`, 'NL'] } },
      },
    ],
    [
      'discount_codes',
      {
        code: `C${id.slice(0, 8).toUpperCase()}`,
        scope: 'default',
        percentage: 10,
        member_id: id,
        valid_from: now,
        created_at: now,
      },
    ],
  ];
  const client = await test.context.database.pool.connect();
  await client.query('set session_replication_role = replica');
  for (const [table, row] of rows)
    await client.query(`insert into ${table} select * from json_populate_record(null::${table}, $1)`, [
      JSON.stringify({ ...(await defaults(test, table)), ...row }),
    ]);
  await client.query('set session_replication_role = default');
  client.release();
}

/** Reads the column defaults, which json_populate_record does not apply. */
async function defaults(test: TestApp, table: string): Promise<Record<string, unknown>> {
  const rows = await test.sql<{ column: string; value: unknown }>(
    `select column_name as column, column_default as default from information_schema.columns where table_name = $1 and column_default is not null`,
    [table],
  );
  const found: Record<string, unknown> = {};
  for (const { column } of rows) {
    const [row] = await test.sql<{ value: unknown }>(
      `select to_json((${(rows.find((one) => one.column === column) as unknown as { default: string }).default})) as value`,
    );
    found[column] = row?.value;
  }
  return found;
}

/** Marks every text of the member that the database accepts, except texts that may stay. Returns the marked columns. */
async function plantTexts(test: TestApp, id: MemberId): Promise<string[]> {
  const planted: string[] = [];
  const client = await test.context.database.pool.connect();
  await client.query('set session_replication_role = replica');
  for (const { table, column, type } of await textColumns(test)) {
    if (
      tables[table]?.erasure.keeps?.includes(column) ||
      ['tokens', 'receipts', 'member_emails', 'member_names'].includes(table)
    )
      continue;
    const has = await test.sql(
      `select 1 from information_schema.columns where table_name = $1 and column_name = 'member_id'`,
      [table],
    );
    const rows = table === 'messages' ? `sender_id = '${id}'` : `member_id = '${id}'`;
    if (has.length === 0 && table !== 'messages') continue;
    const value =
      type === 'jsonb' ? `'{"x": "${mark}"}'` : type === 'ARRAY' ? `'{${mark}}'` : `'${mark} ${table}.${column}'`;
    const text =
      column === 'quote' || column === 'quote_kind'
        ? ''
        : `update ${table} set "${column}" = ${value} where ${rows} and "${column}" is distinct from null`;
    if (text === '') continue;
    // A column that rejects the mark takes our codes only, or belongs to a row of another kind.
    const done = await client.query(text.replace(' is distinct from null', ' is not null')).catch(() => undefined);
    if (done?.rowCount) planted.push(`${table}.${column}`);
  }
  await client.query('set session_replication_role = default');
  client.release();
  return planted;
}
