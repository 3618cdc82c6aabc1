import { readFile } from 'node:fs/promises';

import { beforeEach, describe, expect, it } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';
import type { Consent } from '../../../contract/accounts/consents.ts';
import { askedKinds, notificationKinds } from '../../../contract/notifications/notification-rules.ts';
import { quickMember } from '../../../tests/support/chat.ts';
import { type TestClient, signUpForm, useTestApp } from '../../../tests/support/test-app.ts';
import { deriveUnsubscribeToken } from '../../notifications/unsubscribe.ts';
import { hourMs } from '../../platform/clock.ts';

const test = useTestApp({ env: { COUNTRY_HEADER: 'x-country' } });
beforeEach(() => test.clock.set(new Date('2026-11-23T10:00:00Z')));

const phone = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1',
};
const here = { browser: 'safari', system: 'iphone', way: 'page' };
const terms = { subject: 'terms', given: true, version: '2023-12-01T12:00:00.000Z' };
const sensitive = { subject: 'sensitive', given: true, version: '2025-11-01' };

async function joined(changes: object = {}): Promise<TestClient> {
  const client = test.client();
  client.id = toId((await client.call('signUp', signUpForm(changes), phone)).body.user?.id);
  return client;
}
async function getConsents(client: TestClient): Promise<Consent[]> {
  const { consents } = (await client.call('listConsents')).body;
  // The test clock moves on with every reading, so compare hours only.
  return consents.map((consent) => ({ ...consent, at: consent.at.slice(0, 13) }));
}
const said = (all: Consent[]) => all.map(({ subject, given, way }) => [subject, given, way]);
const setOff = (client: TestClient, kinds: readonly string[]) =>
  client.call('updateUser', { notifications_disabled: [...kinds] }, phone);

describe('the consent log (LEG-11, LEG-16)', () => {
  it('records what was accepted at sign-up: version, time, browser and system', async () => {
    const client = await joined({ consent_sensitive: true });
    const at = '2026-11-23T10';
    expect(await getConsents(client)).toEqual([
      { ...sensitive, ...here, country: null, at },
      { ...terms, ...here, country: null, at },
    ]);
  });

  it('turns on mails about offers and news only for members who ask at the sign-up, and records that', async () => {
    const off = async (client: TestClient) => (await client.call('getUser')).body.user?.notifications_disabled;
    const quiet = await joined();
    expect(await off(quiet)).toEqual([...askedKinds]);
    expect(said(await getConsents(quiet))).not.toContainEqual(['promotions', expect.anything(), expect.anything()]);
    const asking = await joined({ consent_offers: true });
    expect(await off(asking)).toEqual([]);
    expect(said(await getConsents(asking))).toEqual(
      expect.arrayContaining([
        ['promotions', true, 'page'],
        ['news', true, 'page'],
      ]),
    );
    // Trusting the address again turns on only what bounced.
    await test.sql(
      `update members set notifications_off = '{"like": "bounce"}' || notifications_off where member_id = $1`,
      [quiet.id],
    );
    await quiet.call('updateUser', { address_failed: false });
    expect(await off(quiet)).toEqual([...askedKinds]);
  });

  it('keeps offers and news of earlier members only where they turned them on themselves', async () => {
    const [never, chose, ended, bounced] = [await joined(), await joined(), await joined(), await joined()];
    for (const client of [chose, ended]) await setOff(client, ['news']);
    await setOff(ended, askedKinds);
    await test.sql(
      `update members set notifications_off = notifications_off - 'promotions' - 'news' where member_id = $1`,
      [never.id],
    );
    await test.sql(
      `update members set notifications_off = '{"like": "bounce", "promotions": "bounce", "news": "bounce"}' where member_id = $1`,
      [bounced.id],
    );
    await test.sql(await readFile('migrations/0017_offers.sql', 'utf8'));
    const off = async (client: TestClient) => (await client.call('getUser')).body.user?.notifications_disabled;
    expect(await off(never)).toEqual([...askedKinds]);
    expect(await off(chose)).toEqual(['news']);
    expect(await off(ended)).toEqual([...askedKinds]);
    // A working address turns on what bounced, but not what nobody asked for.
    await bounced.call('updateUser', { address_failed: false });
    expect(await off(bounced)).toEqual([...askedKinds]);
  });

  it('identifies the accepted text of the terms by a hash: prices, company and minimum age', async () => {
    const accepted = async (): Promise<string> => {
      const [row] = await test.sql<{ text_hash: string }>(
        `select text_hash from consents where member_id = $1 and subject = 'terms'`,
        [(await joined()).id],
      );
      return row?.text_hash ?? '';
    };
    const set = async (values: object): Promise<void> => {
      await test.sql(
        `insert into setting_scopes (scope, values) values ('default', $1)
         on conflict (scope) do update set values = excluded.values`,
        [values],
      );
      // Nodes reread the settings every half minute.
      test.clock.move(hourMs);
    };
    const first = await accepted();
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await accepted()).toBe(first);
    const hashes = [first];
    for (const values of [{ message_credits: 7 }, { company: { name: 'Another Company B.V.' } }, { min_age: 21 }]) {
      await set(values);
      hashes.push(await accepted());
    }
    await set({});
    expect(await accepted()).toBe(first);
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('records consent when it is given and withdrawn, and nothing while it is not given', async () => {
    const client = await joined({ consent_sensitive: false });
    expect(said(await getConsents(client))).toEqual([['terms', true, 'page']]);
    for (const consent_sensitive of [true, true, false]) {
      test.clock.move(hourMs);
      await client.call('updateProfile', { consent_sensitive }, phone);
    }
    expect(await getConsents(client)).toMatchObject([
      { subject: 'sensitive', given: false, version: null, ...here, at: '2026-11-23T13' },
      { ...sensitive, ...here, at: '2026-11-23T11' },
      terms,
    ]);
  });

  it('records each kind of notice that is turned off or on, and how', async () => {
    const client = await joined({ consent_offers: true });
    const before = (await getConsents(client)).length;
    for (const kinds of [['promotions', 'news'], ['promotions', 'news'], ['news']]) {
      test.clock.move(hourMs);
      await setOff(client, kinds);
    }
    test.clock.move(hourMs);
    const token = deriveUnsubscribeToken(test.context.secret, client.id, 'like');
    for (let count = 0; count < 2; count++) await test.client().call('unsubscribe', { token });
    const all = await getConsents(client);
    expect(said(all.slice(0, all.length - before))).toEqual([
      ['like', false, 'link'],
      ['promotions', true, 'page'],
      ['news', false, 'page'],
      ['promotions', false, 'page'],
    ]);
    // Mail programs send the request from their own servers.
    expect(all[0]).toMatchObject({ browser: null, system: null, country: null });
  });

  it('records when visitors are allowed to see the photo, and when they no longer are', async () => {
    const client = await joined();
    const before = (await getConsents(client)).length;
    // Repeating the current value is no act. In this member's country, visitors see no photo unless allowed.
    for (const visitors_see_photo of [false, true, true, false]) {
      test.clock.move(hourMs);
      await client.call('updateProfile', { visitors_see_photo }, phone);
    }
    const all = await getConsents(client);
    expect(all.slice(0, all.length - before)).toMatchObject([
      { subject: 'visitor_photo', given: false, ...here, at: '2026-11-23T14' },
      { subject: 'visitor_photo', given: true, ...here, at: '2026-11-23T12' },
    ]);
  });

  it('is read page by page to its end', async () => {
    const client = await joined();
    await test.sql(
      `insert into consents (member_id, consent_id, subject, given, way, browser, system, noted_at)
       select $1, gen_random_uuid(), 'news', n % 2 = 0, 'page', '', '', '2026-01-01'::timestamptz + n * interval '1 second'
         from generate_series(1, 210) n`,
      [client.id],
    );
    const pages = [];
    for (const page of [1, 2, 3, 4]) pages.push((await client.call('listConsents', { page })).body);
    expect(pages.map(({ consents, more }) => [consents.length, more])).toEqual([
      [100, true],
      [100, true],
      [12, false],
      [0, false],
    ]);
    const times = pages.flatMap(({ consents }) => consents.map(({ at }) => at));
    expect(times).toEqual(times.toSorted().toReversed());
    expect(new Set(times).size).toBe(211);
  });

  it('misses none of many concurrent changes', async () => {
    const client = await joined();
    await Promise.all(notificationKinds.map((kind) => setOff(client, [kind])));
    // Offers and news are off at first.
    const on = new Set<string>(notificationKinds.filter((kind) => !askedKinds.some((asked) => asked === kind)));
    const changes = await test.sql<{ subject: string; given: boolean }>(
      `select subject, given from consents where member_id = $1 and subject not in ('terms', 'sensitive')`,
      [client.id],
    );
    for (const kind of notificationKinds) {
      const net = changes
        .filter(({ subject }) => subject === kind)
        .reduce((sum, { given }) => sum + (given ? 1 : -1), 0);
      if (net < 0) on.delete(kind);
      if (net > 0) on.add(kind);
    }
    const { user } = (await client.call('getUser')).body;
    expect(user.notifications_disabled).toEqual(notificationKinds.filter((kind) => !on.has(kind)));
  });

  it('is shown only to its own member: not to others, nor to visitors', async () => {
    const [one, other] = [await joined(), await joined()];
    await setOff(one, ['news']);
    expect(said(await getConsents(other)).flat()).not.toContain('news');
    expect((await test.client().call('listConsents')).status).toBe(403);
  });

  it('is append-only, and can be deleted only for a deleted account', async () => {
    const { id } = await joined();
    const refused = /append-only/;
    await expect(test.sql('update consents set given = false where member_id = $1', [id])).rejects.toThrow(refused);
    await expect(test.sql('delete from consents where member_id = $1', [id])).rejects.toThrow(refused);
    await expect(test.sql('truncate consents')).rejects.toThrow(refused);
    for (const status of ['banned', 'pending_deletion']) {
      await test.sql('update members set status = $2 where member_id = $1', [id, status]);
      await expect(test.sql('delete from consents where member_id = $1', [id])).rejects.toThrow(refused);
    }
    await test.sql(`update members set status = 'deleted' where member_id = $1`, [id]);
    await test.sql('delete from consents where member_id = $1', [id]);
    expect(await test.sql('select 1 from consents where member_id = $1', [id])).toEqual([]);
  });
});

it('one call counts once toward the consent limit, however many consents it gives', async () => {
  const client = await quickMember(test);
  await client.call('updateProfile', { consent_sensitive: false, visitors_see_photo: false });
  const { status } = await client.call('updateProfile', { consent_sensitive: true, visitors_see_photo: true });
  expect(status).toBe(200);
  const counted = await test.sql<{ times: number }>(
    `select cardinality(happened_at) as times from attempts where subject = 'consent-given:' || $1`,
    [client.id],
  );
  expect(counted).toEqual([{ times: 1 }]);
});

it('giving consent again is limited per day, and withdrawing it never is', async () => {
  const client = await quickMember(test);
  const rows = async () =>
    (await test.sql<{ count: number }>('select count(*)::int from consents where member_id = $1', [client.id]))[0]
      ?.count;
  const statuses: number[] = [];
  for (let time = 0; time < 25; time += 1) {
    expect((await setOff(client, ['like'])).status).toBe(200);
    statuses.push((await setOff(client, [])).status);
  }
  expect(statuses).toEqual([...Array<number>(24).fill(200), 429]);
  const before = await rows();
  const consent = (given: boolean) => client.call('updateProfile', { consent_sensitive: given });
  expect([(await consent(false)).status, (await consent(true)).body.error]).toEqual([200, 'request.too-many']);
  expect((await setOff(client, ['like'])).status).toBe(200);
  expect(((await rows()) ?? 0) - (before ?? 0)).toBeLessThanOrEqual(2);
  test.clock.move(25 * hourMs);
  expect((await setOff(client, [])).status).toBe(200);
});
