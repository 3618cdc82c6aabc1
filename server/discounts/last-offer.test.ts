import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { type Shop, openShop } from '../../tests/support/payments.ts';
import { type TestClient, testPassword } from '../../tests/support/test-app.ts';
import { openSession } from '../accounts/sessions/sessions.ts';
import { dayMs } from '../platform/clock.ts';
import { clearSiteCache } from '../settings/find-site.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await offers(true);
});
afterAll(() => shop.close());
afterEach(() => shop.test.clock.set(new Date()));

async function offers(wanted: boolean): Promise<void> {
  await shop.test.sql(
    `insert into setting_scopes (scope, values) values ('default', $1)
     on conflict (scope) do update set values = setting_scopes.values || excluded.values`,
    [JSON.stringify({ company: { delete_discount: wanted } })],
  );
  clearSiteCache();
}
const payer = () => shop.test.member({ paid: true });
const offerTo = async (member: TestClient) => (await member.call('getLastOffer', {})).body.offer;
const withOffer = (member: TestClient) => shop.order(member, { discount_code: 'stay20' });

/** Moves the clock past the end of sessions, and opens a new session. */
async function wait(member: TestClient, days: number): Promise<void> {
  shop.test.clock.move(days * dayMs);
  const now = shop.test.clock.now();
  const token = await shop.test.context.database.transaction((tx) => openSession(tx, member.id, 'web', now));
  member.cookies.set(shop.test.context.sessionCookie, token);
}

describe('the last offer to a member who is about to leave (PII-12)', () => {
  it('is a discount for an order, and keeps its end when requested again', async () => {
    const member = await payer();
    const end = new Date(shop.test.clock.now().getTime() + 7 * dayMs);
    const offer = await offerTo(member);
    expect(offer).toMatchObject({ code: 'STAY20', percentage: 20, minimum: 0, status: 'active' });
    expect(Math.abs(Date.parse(offer?.expires ?? '') - end.getTime())).toBeLessThan(60_000);
    shop.test.clock.move(3 * dayMs);
    expect(await Promise.all([offerTo(member), offerTo(member)])).toEqual([offer, offer]);
    expect((await withOffer(member)).body.payment).toMatchObject({ amount: 1_599, list_amount: 1_999 });
  });

  it('is absent if the company makes none, and its code is refused to members who did not get the offer', async () => {
    const member = await payer();
    await offers(false);
    expect(await offerTo(member)).toBeNull();
    await offers(true);
    expect(await withOffer(member)).toMatchObject({ status: 404, body: { error: 'code.not-found' } });
    await offerTo(await payer());
    expect(await withOffer(member)).toMatchObject({ status: 404 });
  });

  it('is made once, and not again after its end or a return from a departure', async () => {
    const member = await payer();
    const { expires } = (await offerTo(member)) ?? {};
    await member.call('deleteAccount', { password: testPassword });
    await shop.test.sql(`update members set status = 'active' where member_id = $1`, [member.id]);
    await shop.test.sql('delete from departures where member_id = $1', [member.id]);
    await wait(member, 6);
    expect((await offerTo(member))?.expires).toBe(expires);
    await wait(member, 1.1);
    expect(await offerTo(member)).toBeNull();
    expect(await withOffer(member)).toMatchObject({ status: 404 });
  });

  it('can be used once by a person with several accounts', async () => {
    const [member, other] = [await payer(), await payer()];
    const mailbox = `${member.id.slice(0, 8)}@example.org`;
    for (const [index, one] of [member, other].entries())
      await shop.test.sql('update members set email = $2 where member_id = $1', [
        one.id,
        mailbox.replace('@', index === 0 ? '@' : '+2@'),
      ]);
    await offerTo(member);
    await offerTo(other);
    expect((await withOffer(member)).status).toBe(200);
    expect(await withOffer(member)).toMatchObject({ body: { error: 'code.used' } });
    expect(await withOffer(other)).toMatchObject({ body: { error: 'code.used' } });
    for (const one of [member, other]) expect(await offerTo(one)).toBeNull();
  });

  it('is made once for two tabs, and only one of four concurrent orders gets it', async () => {
    const member = await payer();
    const [first, second] = await Promise.all([offerTo(member), offerTo(member)]);
    expect(second).toEqual(first);
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => withOffer(member)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const claims = await shop.test.sql('select slot from discount_claims where member_id = $1', [member.id]);
    expect(claims).toEqual([{ slot: 'last-offer' }]);
  });

  it('is not made while a better discount applies, but is made after a time bonus that ended unused', async () => {
    const newcomer = await shop.newcomer();
    expect(await offerTo(newcomer)).toBeNull();
    expect(await shop.test.sql('select 1 from last_offers where member_id = $1', [newcomer.id])).toEqual([]);
    const quiet = await shop.test.member();
    expect(await offerTo(quiet)).toMatchObject({ percentage: 20 });
    expect((await withOffer(quiet)).body.payment).toMatchObject({ amount: 1_599 });
  });
});
