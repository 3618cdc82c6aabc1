import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { openShop } from '../../tests/support/payments.ts';
import { type TestClient, testPassword } from '../../tests/support/test-app.ts';
import { reconcilePayments } from '../payments/reconcile-payments.ts';
import { openSession } from '../accounts/sessions/sessions.ts';
import { dayMs } from '../platform/clock.ts';

const shop = await openShop();
afterAll(shop.close);
afterEach(() => {
  vi.restoreAllMocks();
  shop.test.clock.set(new Date());
});

const getBonus = (member: TestClient) => member.call('getDiscountCode', { timebonus: true });
const getWelcome = (member: TestClient) => member.call('getDiscountCode', { welcome: true });
const getSignUpDate = async ({ id }: TestClient) =>
  (await shop.value<Date>('select signup_at from members where member_id = $1', [id]))!;
/** Freezes the clock `seconds` after the sign-up. */
async function at(member: TestClient, seconds: number): Promise<void> {
  const moment = new Date((await getSignUpDate(member)).getTime() + seconds * 1_000);
  vi.spyOn(shop.test.clock, 'now').mockImplementation(() => moment);
}

describe('the time bonus', () => {
  it('has the fields of the specification, and ends four hours after the sign-up', async () => {
    const member = await shop.newcomer();
    const { status, body } = await getBonus(member);
    expect(status).toBe(200);
    const end = new Date((await getSignUpDate(member)).getTime() + 14_400_000).toISOString();
    expect(body).toMatchObject({
      code: 'TIMEBONUS25',
      percentage: 25,
      country: 'NL',
      user_id: member.id,
      expires: end,
      value_percentage: 25,
      currency: 'EUR',
      minimum_order_value: 0,
      status: 'active',
      validity: 'once-per-user',
      expired: false,
      dismissed: false,
    });
    expect(body.paymentmethods).toContain('ideal');
    expect(body.paymentmethods).not.toContain('giropay');
  });

  it('is made once: a later call gets the same end, and the database refuses to restart it (LEG-08)', async () => {
    const member = await shop.newcomer();
    const first = (await getBonus(member)).body.expires;
    shop.test.clock.move(3_600_000);
    expect((await getBonus(member)).body.expires).toBe(first);
    await expect(
      shop.test.sql(
        `update time_bonuses set starts_at = starts_at + interval '1 hour', ends_at = ends_at + interval '1 hour' where member_id = $1`,
        [member.id],
      ),
    ).rejects.toMatchObject({ constraint: 'time_bonuses_once' });
    expect(await shop.test.sql('select 1 from time_bonuses where member_id = $1', [member.id])).toHaveLength(1);
  });

  it('takes 25 % off a second before its end, and nothing a second after (MON-21, LEG-09)', async () => {
    const [early, late] = [await shop.newcomer(), await shop.newcomer()];
    const codeless = await shop.newcomer();
    for (const [member, seconds, amount] of [
      [early, 14_399, 1_499],
      [late, 14_401, 1_999],
    ] as const) {
      await getBonus(member);
      await at(member, seconds);
      expect((await member.call('priceOrder', { bundle: 'medium' })).body.total).toBe(amount);
      const { payment, id } = await shop.pending(member);
      expect(payment).toMatchObject({ amount, list_amount: 1_999 });
      const value = `${Math.floor(amount / 100)}.99`;
      expect((await shop.sandbox.get(id)).body['amount']).toEqual({ currency: 'EUR', value });
    }
    await at(codeless, 14_401);
    const named = { discount_code: 'TIMEBONUS25' };
    expect(await shop.order(codeless, named)).toMatchObject({ status: 404, body: { error: 'code.not-found' } });
    expect(await codeless.call('priceOrder', { bundle: 'medium', ...named })).toMatchObject({ status: 404 });
    expect(await getBonus(codeless)).toMatchObject({ status: 404, body: { message: 'Code not found' } });
  });

  it('leaves a repeated call its first price even after the end, and a new call the full price (MON-21)', async () => {
    const member = await shop.newcomer();
    await at(member, 14_390);
    const key = { idempotency_key: crypto.randomUUID(), discount_code: 'TIMEBONUS25' };
    const first = await shop.order(member, key);
    expect(first.body.payment).toMatchObject({ amount: 1_499, discount_code: 'TIMEBONUS25' });
    await at(member, 14_410);
    expect((await shop.order(member, key)).body).toEqual(first.body);
    const other = await shop.order(member, { ...key, discount_code: undefined } as never);
    expect(other).toMatchObject({ status: 409, body: { error: 'request.key-reused' } });
    expect((await shop.order(member)).body.payment).toMatchObject({ amount: 1_999, discount_code: null });
  });

  it('is refused to premium members and to members without a bonus of their own (MON-22)', async () => {
    const payer = await shop.newcomer({ paid: true });
    expect(await getBonus(payer)).toMatchObject({ status: 404, body: { error: 'code.not-found' } });
    expect(await shop.order(payer, { discount_code: 'TIMEBONUS25' })).toMatchObject({ status: 404 });
    expect((await shop.order(payer)).body.payment.amount).toBe(1_999);
    // Each member has their own bonus; the name refers to nobody else's.
    const late = await shop.test.member();
    expect(await shop.order(late, { discount_code: 'TIMEBONUS25' })).toMatchObject({ status: 404 });
  });

  it('goes to one of twenty concurrent orders; the others are refused or cost the full price (MON-22)', async () => {
    const named = await shop.newcomer();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => shop.order(named, { discount_code: 'TIMEBONUS25' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === 'code.used')).toHaveLength(19);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe('Code already used');

    const nameless = await shop.newcomer();
    const orders = await Promise.all(Array.from({ length: 20 }, () => shop.order(nameless)));
    const amounts = orders.map(({ body }) => body.payment.amount).sort();
    expect(amounts).toEqual([1_499, ...Array.from({ length: 19 }, () => 1_999)]);
  });

  it('goes to only one of three accounts that share a mailbox (MON-22)', async () => {
    const box = crypto.randomUUID().slice(0, 8);
    const members = [];
    for (const tag of ['', '+a', '+b']) members.push(await shop.newcomer({ email: `${box}${tag}@example.org` }));
    const orders = await Promise.all(members.map((member) => shop.order(member, { discount_code: 'TIMEBONUS25' })));
    expect(orders.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('comes back when its order fails, and stays used when it completes', async () => {
    const member = await shop.newcomer();
    for (const [status, next] of [
      ['failed', 1_499],
      ['paid', 1_999],
    ] as const) {
      const { payment } = (await shop.order(member)).body;
      expect(payment.amount).toBe(1_499);
      expect((await member.call('priceOrder', { bundle: 'medium' })).body).toMatchObject({
        total: 1_999,
        discount: null,
        discount_held_by: payment.payment_id,
      });
      expect((await member.call('listBundles')).body).toMatchObject({ discount_held_by: payment.payment_id });
      expect(await getBonus(member)).toMatchObject({ status: 409, body: { error: 'code.used' } });
      await shop.deliver(await shop.providerId(payment.payment_id), status);
      expect((await member.call('priceOrder', { bundle: 'medium' })).body).toMatchObject({
        total: next,
        discount_held_by: null,
      });
      expect((await member.call('listBundles')).body).toMatchObject({ discount_held_by: null });
    }
  });

  it('comes back from an order that never reached the provider', async () => {
    const member = await shop.newcomer();
    await shop.fault('error500');
    expect((await shop.order(member)).body.payment.amount).toBe(1_499);
    await shop.fault('none');
    expect((await shop.order(member)).body.payment.amount).toBe(1_999);
    shop.test.clock.move(61 * 60_000);
    await reconcilePayments(shop.test.context);
    expect((await shop.order(member)).body.payment.amount).toBe(1_499);
  });

  it('is remembered as dismissed on the account, with the time of the first dismissal', async () => {
    const member = await shop.newcomer();
    await getBonus(member);
    expect((await member.call('dismissTimeBonus', { dismissed: true })).body).toEqual({ ok: true });
    const dismissedAt = () => shop.test.sql('select dismissed_at from time_bonuses where member_id = $1', [member.id]);
    const before = await dismissedAt();
    shop.test.clock.move(60_000);
    await member.call('dismissTimeBonus', { dismissed: true });
    expect(await dismissedAt()).toEqual(before);
    expect((await getBonus(member)).body.dismissed).toBe(true);
  });
});

describe('the welcome discount', () => {
  it('is 25 % off the first purchase, has no end and shares its single use with the time bonus', async () => {
    const member = await shop.newcomer();
    const { body } = await getWelcome(member);
    expect(body).toEqual({
      code: 'WELCOME25',
      percentage: 25,
      minimum: 0,
      country: 'NL',
      currency: 'EUR',
      expires: null,
      status: 'active',
    });
    expect((await shop.order(member, { discount_code: 'WELCOME25' })).body.payment.amount).toBe(1_499);
    expect((await shop.order(member)).body.payment.amount).toBe(1_999);
    expect(await shop.order(member, { discount_code: 'TIMEBONUS25' })).toMatchObject({ body: { error: 'code.used' } });
  });

  it('is offered only from 30 days after the end of an unused time bonus (LEG-08)', async () => {
    const email = `${crypto.randomUUID()}@example.org`;
    const member = await shop.newcomer({ email });
    await getBonus(member);
    const after = async (days: number) => {
      await at(member, days * 86_400);
      const device = shop.test.client();
      await device.call('logIn', { login: email, password: testPassword });
      return device;
    };
    for (const days of [0.2, 1, 15, 30.1]) {
      const device = await after(days);
      expect(await getWelcome(device)).toMatchObject({ status: 404 });
      expect(await shop.order(device, { discount_code: 'welcome25' })).toMatchObject({ status: 404 });
      const { bundles } = (await device.call('listBundles')).body;
      expect(bundles.every(({ reduced }) => reduced === null)).toBe(true);
    }
    const device = await after(31);
    expect((await getWelcome(device)).status).toBe(200);
    expect(await getBonus(device)).toMatchObject({ status: 404 });
    expect((await shop.order(device)).body.payment).toMatchObject({ amount: 1_499, discount_code: 'WELCOME25' });
  });

  it('is not offered to premium members or visitors', async () => {
    expect(await getWelcome(await shop.newcomer({ paid: true }))).toMatchObject({ status: 404 });
    expect(await getWelcome(shop.test.client())).toMatchObject({
      status: 403,
      body: { authentication_required: true },
    });
  });
});

it('a bundle shows its price before and after the discount, unless it has prices of another country', async () => {
  const member = await shop.newcomer();
  const { bundles } = (await member.call('listBundles')).body;
  expect(bundles.find(({ id }) => id === 'small')).toMatchObject({
    amount: 999,
    reduced: { discount: { code: 'TIMEBONUS25', percentage: 25 }, list_amount: 999, amount: 749, message_amount: 75 },
  });
  // Another country's prices are not the member's.
  const elsewhere = (await member.call('listBundles', { country: 'PL' })).body.bundles;
  expect(elsewhere.every(({ reduced }) => reduced === null)).toBe(true);
});

const makeOffers = (delete_discount: boolean) => shop.setSettings({ company: { delete_discount } });
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
  beforeAll(() => makeOffers(true));

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
    await makeOffers(false);
    expect(await offerTo(member)).toBeNull();
    await makeOffers(true);
    expect(await withOffer(member)).toMatchObject({ status: 404, body: { error: 'code.not-found' } });
    await offerTo(await payer());
    expect(await withOffer(member)).toMatchObject({ status: 404 });
  });

  it('is made once, and not again after its end or a return from a deletion', async () => {
    const member = await payer();
    const { expires } = (await offerTo(member)) ?? {};
    await member.call('deleteAccount', { password: testPassword });
    await shop.test.sql(`update members set status = 'active' where member_id = $1`, [member.id]);
    await shop.test.sql('delete from account_deletions where member_id = $1', [member.id]);
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
