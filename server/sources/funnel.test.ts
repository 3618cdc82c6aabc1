import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openWithNetwork } from '../../tests/support/network.ts';
import { trackingCookieName } from '../../contract/sources/tracking.ts';
import { dayMs } from '../platform/clock.ts';
import { countAgreement, countVisit } from './measured-visits.ts';
import { funnelCommand } from './commands.ts';
import { asStaff } from '../../tests/support/as-staff.ts';

let place: Awaited<ReturnType<typeof openWithNetwork>>;
beforeAll(async () => {
  place = await openWithNetwork();
});
afterAll(() => place.close());

const visit = (tracking: object | undefined, site = 'default') => countVisit(place.test.context, { site, tracking });

const agree = (tracking: object) => countAgreement(place.test.context, { site: 'default', tracking });

async function leave(tracking: object, times = 1): Promise<number[]> {
  const client = place.test.client();
  client.cookies.set(trackingCookieName, JSON.stringify(tracking));
  const statuses: number[] = [];
  for (let count = 0; count < times; count += 1) statuses.push((await client.call('recordPageHidden')).status);
  return statuses;
}

async function funnel(...words: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const code = await funnelCommand(asStaff(place.test.context), words, (line) => lines.push(line));
  return { code, lines: lines.slice(1) };
}

describe('the funnel by source', () => {
  it('shows visits, measured bounces, sign-ups, confirmed addresses, buyers and what they paid', async () => {
    const spring = { network: 'lantern', ref: 'spring' };
    for (let count = 0; count < 3; count += 1) await visit(spring);
    await visit({ network: 'Lantern', ref: '=cmd()' });
    await agree(spring);
    await agree(spring);
    expect(await leave(spring)).toEqual([204]);
    const [buyer, other] = [await place.newcomer(spring), await place.newcomer(spring)];
    await place.newcomer({ ref: 'friend' });
    const fictional = await place.newcomer({ ref: 'friend' });
    await place.test.sql('update profiles set fictional = true where member_id = $1', [fictional.id]);
    await place.test.sql('update members set confirmed_at = now() where member_id = $1', [other.id]);
    const { payment_id: paymentId } = (await place.shop.order(buyer)).body.payment;
    const id = await place.shop.providerId(paymentId);
    await place.shop.control(id, { status: 'paid', webhooks: { times: 1 }, await: true });
    const [paid] = await place.test.sql<{ amount: number }>('select amount + fee as amount from payments');
    const money = `EUR ${((paid?.amount ?? 0) / 100).toFixed(2)}`;
    expect((await funnel()).lines).toEqual([
      '"";"friend";0;0;0;1;0;0;""',
      `"lantern";"'=cmd()";1;0;0;0;0;0;""`,
      `"lantern";"spring";3;2;1;2;1;1;"${money}"`,
    ]);
    const day = (before: number): string =>
      new Date(place.test.clock.now().getTime() - before * dayMs).toISOString().slice(0, 10);
    expect(await funnel('--from', day(60), '--to', day(30))).toEqual({ code: 0, lines: [] });
    for (const words of [
      ['--from', 'soon'],
      ['--to', '2099'],
      ['--to', '2099-02-30'],
      ['--from', '2026-02-01', '--to', '2026-01-01'],
      ['--since', 'x'],
    ])
      expect((await funnel(...words)).code).toBe(1);
  });

  it('leaves out days for which the links of the sign-ups are no longer known', async () => {
    place.test.clock.set(new Date('2026-11-26T15:00:00Z'));
    await place.test.sql(
      `insert into source_days (network, ref, site, day, visits)
       select 'lantern', d::text, 'default', d, 1 from unnest(array['2025-10-26', '2025-10-27']::date[]) d`,
    );
    const shown = async (...words: string[]) =>
      (await funnel(...words)).lines.filter((line) => line.startsWith('"lantern";"2025'));
    const all = ['"lantern";"2025-10-27";1;0;0;0;0;0;""'];
    expect([await shown(), await shown('--from', '2025-10-27')]).toEqual([all, all]);
    expect(await funnel('--from', '2025-10-26')).toMatchObject({ code: 1 });
    place.test.clock.set(new Date());
  });

  it('keeps an ended network under its name, and sums up all unknown networks in one line', async () => {
    await place.test.sql(`insert into networks (name, added_at) values ('candle', now())`);
    const candle = { network: 'candle', ref: 'may' };
    await visit(candle);
    await place.test.sql(`update networks set ended_at = now() where name = 'candle'`);
    await visit(candle);
    await agree(candle);
    expect(await leave(candle)).toEqual([204]);
    await place.newcomer(candle);
    for (let made = 0; made < 3; made += 1) {
      const madeUp = { network: `made-up-${made}`, ref: `made-up-${made}` };
      await visit(madeUp);
      await agree(madeUp);
      await leave(madeUp);
      await place.newcomer(madeUp);
    }
    const { lines } = await funnel();
    expect(lines.filter((line) => /candle|made-up|not in/.test(line))).toEqual([
      '"(not in networks)";"";3;3;3;3;0;0;""',
      '"candle";"may";2;1;1;1;0;0;""',
    ]);
    expect(await place.test.sql(`select ref from source_days where visits > 0 and ref like 'made%'`)).toEqual([]);
  });

  it('adds up what buyers from links of unknown networks paid, and counts each buyer once', async () => {
    const before = (await funnel()).lines.find((line) => line.startsWith('"(not in'));
    expect(before).toMatch(/;0;""$/);
    for (const network of ['made-up-1', 'made-up-9']) {
      const buyer = await place.newcomer({ network, ref: network });
      await place.test.sql(
        `insert into payments (member_id, payment_id, bundle_id, credits, amount, currency, method, provider, status, created_at)
         select $1, gen_random_uuid(), 'small', 50, 1000, c, 'ideal', 'mollie', 'completed', now() from unnest(array['EUR', 'SEK']) c`,
        [buyer.id],
      );
    }
    const after = (await funnel()).lines.filter((line) => line.startsWith('"(not in'));
    expect(after).toEqual(['"(not in networks)";"";3;3;3;5;0;2;"EUR 20.00, SEK 20.00"']);
  });

  it('limits bounces to visits with consent, skips members and stores nothing about a visitor', async () => {
    const autumn = { network: 'lantern', ref: 'autumn', sub1: 'somebody' };
    await visit(autumn);
    const rows = () => place.test.sql(`select * from source_days where ref = 'autumn'`);
    await leave(autumn);
    expect(await rows()).toMatchObject([{ network: 'lantern', visits: 1, measured: 0, bounces: 0 }]);
    for (let times = 0; times < 3; times += 1) await agree(autumn);
    expect(await leave(autumn, 5)).toEqual([204, 204, 204, 204, 204]);
    expect(await rows()).toMatchObject([{ network: 'lantern', visits: 1, measured: 1, bounces: 1 }]);
    expect(JSON.stringify(await rows())).not.toContain('somebody');
    await visit(autumn);
    await agree(autumn);
    const member = await place.newcomer(autumn);
    member.cookies.set(trackingCookieName, JSON.stringify(autumn));
    await member.call('recordPageHidden');
    expect(await rows()).toMatchObject([{ visits: 2, bounces: 1 }]);
  });

  it('counts made-up networks together, and at most a thousand references a day separately', async () => {
    await place.test.sql(
      `insert into source_days (network, ref, site, day, visits)
       select 'lantern', 'r' || n, 'default', $1::date, 1 from generate_series(1, 1000) n`,
      [place.test.clock.now()],
    );
    await visit({ network: 'made-up', ref: 'x' });
    await visit({ network: 'lantern', ref: 'one-more' });
    await visit({ network: 'lantern', ref: 'r7' });
    const rows = await place.test.sql(
      `select network, ref, visits from source_days where ref in ('', 'x', 'one-more', 'r7') and network <> '' order by network, ref`,
    );
    expect(rows).toEqual([
      { network: '?', ref: '', visits: 4 },
      { network: 'lantern', ref: '', visits: 1 },
      { network: 'lantern', ref: 'r7', visits: 2 },
    ]);
    await agree({ network: 'lantern', ref: 'one-more' });
    await leave({ network: 'lantern', ref: 'one-more' });
    expect(await place.test.sql(`select bounces from source_days where network = 'lantern' and ref = ''`)).toEqual([
      { bounces: 1 },
    ]);
  });
});

describe('the beacon of a hidden page', () => {
  const post = (payload: string, headers: Record<string, string> = {}) =>
    place.test.app.server.inject({
      method: 'POST',
      url: '/api/page-hidden.php',
      headers: { host: 'localhost', 'content-type': 'application/json', ...headers },
      payload,
    });

  it('is answered with 204 and an empty body', async () => {
    const answer = await post('{}');
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
  });

  it('is refused if it is too large or comes from another origin', async () => {
    expect((await post(JSON.stringify({ text: 'x'.repeat(200_000) }))).statusCode).toBe(413);
    expect((await post('{}', { origin: 'https://elsewhere.example' })).statusCode).toBe(403);
  });
});
