import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { giveCredits, sendText } from '../../tests/support/chat.ts';
import { exported } from '../../tests/support/export.ts';
import { type TestClient, useTestApp } from '../../tests/support/test-app.ts';
import { tables } from '../modules.ts';
import { formatIn } from '../platform/text/format.ts';
import { sources } from './queries.ts';
import { words } from './values.data.ts';

const test = useTestApp();

/** Columns with a fixed set of values, by the constraint of the schema that lists them. */
const choices = {
  complaints_kind: 'complaints.kind',
  complaints_outcome: 'complaints.answer',
  complaints_reason: 'complaints.reason',
  consents_subject: 'consents.consent',
  consents_way: 'consents.way',
  mail_failures_trouble: 'mail_failures.reason',
  ledger_entries_accounts: 'ledger_entries.from',
  ledger_entries_known_cause: 'ledger_entries.cause',
  moderation_actions_reason: 'moderation_actions.reason',
  moderation_actions_kind: 'moderation_actions.kind',
  payments_status: 'payments.status',
  photos_status: 'photos.status',
  postbacks_act: 'postbacks.kind',
  postbacks_state: 'postbacks.status',
  reversals_kind: 'reversals.kind',
  stored_cards_state: 'stored_cards.status',
  withdrawal_requests_state: 'withdrawal_requests.status',
  withdrawals_state: 'withdrawals.status',
};

describe('the words of the pages', () => {
  it.each(Object.entries(choices))('exist for every value of %s', async (rule, name) => {
    const [found] = await test.sql<{ rule: string }>(
      'select pg_get_constraintdef(oid) as rule from pg_constraint where conname = $1',
      [rule],
    );
    const values = [...(found?.rule ?? '').matchAll(/'([^']+)'::text/g)].map(([, value]) => value);
    expect(values.length).toBeGreaterThan(1);
    const site = await test.context.sites.ofMember('default', null);
    const reader = {
      say: test.context.sentences.in('de'),
      format: formatIn('de'),
      language: 'de',
      timeZone: 'UTC',
      site,
    };
    const write = words[name] ?? words[name.split('.')[1] ?? ''];
    const written = values.map((value) => write?.(value, { ...reader, row: {}, names: new Map() }));
    // A missing sentence is written as its id.
    expect(written.filter((one) => typeof one !== 'string' || /^[a-z]+\.[\w.-]+$/.test(one))).toEqual([]);
  });
});

describe('the pages of an export', () => {
  it('are written in words, while the JSON has the raw values', async () => {
    const born = '1991-02-14';
    const [member, noor] = [
      await test.member({ paid: true, country: 'DE', town: 'de-leipzig', date_of_birth: born }),
      await test.member({ paid: true }),
    ];
    await giveCredits(test, member.id, 500);
    await member.call('updateUser', {
      language: 'de',
      notifications_disabled: ['promotions', 'unread_message_reminders'],
      search: {
        country: 'DE',
        countryregion: 'DE-SN',
        min_age: 25,
        hair_color: 'dark_brown,bald',
        languages: 'fi,sv',
        with_photo: true,
      },
    });
    await member.call('updateProfile', {
      hair_color: 'dark_brown',
      interests: ['board_games'],
      languages: ['nl', 'uk'],
    });
    const gift = await member.call('sendGift', { profile: noor.id, gift: 'book', idempotency_key: randomUUID() });
    const { conversation, seq } = gift.body.message;
    expect((await member.call('answerGift', { conversation, seq, answer: 2 })).status).toBe(200);
    await sendText(member, { conversation }, 'My own words');
    expect((await member.call('sayGoodbye', { conversation })).status).toBe(200);
    await test.sql(
      `update members set tracking = '{"network": "maple", "sub1": "s"}',
              notifications_off = notifications_off || '{"news": "bounce"}' where member_id = $1`,
      [member.id],
    );
    const files = await exported(test, member);
    const [account, talks, money] = ['account', 'conversations', 'money'].map((name) =>
      (files.get(`${name}.html`)?.toString() ?? '').replace(/<style>.*<\/style>/s, ''),
    ) as [string, string, string];
    const raw =
      /active|default\b|<dd>(?:terms|sensitive|promotions|page|goodbye|text|gift|book|message|member|usage|de|DE)<|de-leipzig|DE-SN|dark_brown|board_games|bounce|\d{4}-\d\d-\d\d|[{}"]:? ?\{|min_age/;
    for (const page of [account, talks, money]) {
      expect(raw.exec(page)?.[0]).toBeUndefined();
      expect(page).not.toContain(noor.id);
      expect(page).not.toContain(conversation);
    }
    for (const words of [
      '<dd>Aktiv</dd>',
      '<dd>14. Februar 1991</dd>',
      '<dd>Deutschland</dd>',
      '<dd>Leipzig</dd>',
      '<dd>Sachsen</dd>',
      '<dd>Deutsch</dd>',
      '<dt>Sprachen</dt><dd>Niederländisch, Ukrainisch</dd>',
      '<li>Sprachen: Finnisch, Schwedisch</li>',
      '<dd>Nutzungsbedingungen akzeptiert</dd>',
      '<dd>auf unserer Website</dd>',
      '<li>Angebote</li><li>',
      '<li>Partner: maple</li>',
      '<li>Mindestalter: 25</li>',
      '<li>Sachsen</li>',
    ])
      expect(account).toContain(words);
    const { name } = (await noor.call('getUser')).body.user;
    for (const words of [
      '<dd>Verabschieden</dd>',
      '<dd>Buch</dd>',
      '<dd>Welches Buch hat dich wach gehalten? Ein Krimi</dd>',
      `<dt>Gespräch</dt><dd>${name}</dd>`,
    ])
      expect(talks).toContain(words);
    expect(money).toContain(`<dd>Geschenk an ${name}</dd>`);
    const json = files.get('data/account.json')?.toString();
    for (const value of ['"active"', born, '"de-leipzig"', '"promotions"']) expect(json).toContain(value);
    expect(files.get('data/conversations.json')?.toString()).toContain(conversation);
  });

  it('show sentences quoted from the member’s own profile, but none quoted from others', async () => {
    const [member, noor] = [await test.member({ paid: true }), await test.member({ paid: true })];
    for (const one of [member, noor]) await giveCredits(test, one.id, 100);
    await noor.call('updateProfile', { about: 'The sea is mine.', interests: ['board_games'] });
    await member.call('updateProfile', { about: 'I bake bread.' });
    const sendQuote = (from: TestClient, to: TestClient, kind: 'about' | 'interest', quote: string) =>
      from.call('sendMessage', {
        profile: to.id,
        text: `About ${kind}`,
        quote_kind: kind,
        quote,
        idempotency_key: randomUUID(),
      });
    await sendQuote(member, noor, 'about', 'The sea is mine.');
    await sendQuote(member, noor, 'interest', 'board_games');
    await sendQuote(noor, member, 'about', 'I bake bread.');
    const files = await exported(test, member);
    const [page, json] = ['conversations.html', 'data/conversations.json'].map((name) => String(files.get(name)));
    const { messages } = JSON.parse(json ?? '') as { messages: object[] };
    expect(messages).toMatchObject([
      { kind: 'text', text: 'About about', quote: { kind: 'about', value: null } },
      { kind: 'text', text: 'About interest', quote: { kind: 'interest', value: 'board_games' } },
      { kind: 'quoted', text: 'I bake bread.', quote: null },
    ]);
    expect(`${page}${json}`).not.toContain('The sea is mine');
    const { name } = (await noor.call('getUser')).body.user;
    for (const words of [`<dt>Quote</dt><dd>From ${name}’s profile</dd>`, '<dt>Quote</dt><dd>Board games</dd>'])
      expect(page).toContain(words);
    expect(page).toContain('<dd>From your profile</dd><dt>Text</dt><dd>I bake bread.</dd>');
  });

  it('name only the other members whom the product still names to the member', async () => {
    const [member, friend, blocker, former] = [
      await test.member({ paid: true }),
      await test.member({ paid: true }),
      await test.member({ paid: true }),
      await test.member({ paid: true }),
    ];
    const others = [friend, blocker, former];
    for (const other of others) {
      await sendText(other, { profile: member.id }, 'Hello');
      await member.call('addLike', { profile: other.id });
      await sendText(member, { profile: other.id }, 'My own words');
    }
    const names = await Promise.all(others.map(async (other) => (await other.call('getUser')).body.user.name));
    await blocker.call('blockMember', { profile: member.id });
    await test.sql(`update profiles set status = 'hidden' where member_id = $1`, [former.id]);
    const files = await exported(test, member);
    const pages = [...files].flatMap(([name, content]) => (name.endsWith('.html') ? content.toString() : []));
    const all = pages.join('\n');
    expect(names.map((name) => all.includes(name))).toEqual([true, false, false]);
    expect(all).toContain('<dd>Former member</dd>');
    expect(all).toContain('<dd>a member</dd>');
    for (const { id } of others) expect(all).not.toContain(id);
  });
});

describe('the copy of a member’s data (PII-13)', () => {
  it('has a source for every table that a module exports', () => {
    const exported = Object.keys(tables).filter((table) => tables[table]?.export);
    expect(Object.keys(sources).toSorted()).toEqual(exported.toSorted());
  });

  it('has every column of these tables, except for those that a module leaves out with a reason', async () => {
    const columns = await test.sql<{ table: string; column: string }>(
      `select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'`,
    );
    const missing = columns.filter(({ table, column }) => {
      const source = sources[table];
      return source && !new RegExp(`\\b${column}\\b`).test((source.list ?? source.listIn).text);
    });
    const leftOut = Object.entries(tables).flatMap(([table, { columnsNotExported = {} }]) =>
      Object.keys(columnsNotExported).map((column) => `${table}.${column}`),
    );
    expect(missing.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(leftOut.toSorted());
  });
});
