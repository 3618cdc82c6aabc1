import { statement } from '../platform/database/database.ts';

export const addNetwork = statement(
  'sources.add-network',
  `insert into networks (name, sign_up_url, first_purchase_url, added_at)
   values ($name, $signUpUrl?, $firstPurchaseUrl?, $now)
   on conflict (name) do update
      set sign_up_url = excluded.sign_up_url, first_purchase_url = excluded.first_purchase_url,
          added_at = excluded.added_at, ended_at = null
    where networks.ended_at is not null`,
);

export const listNetworks = statement(
  'sources.list-networks',
  'select name, sign_up_url, first_purchase_url, added_at, ended_at from networks order by name',
);

export const endNetwork = statement(
  'sources.end-network',
  'update networks set ended_at = $now where name = $name and ended_at is null',
);

export const findNetwork = statement(
  'sources.find-network',
  'select name, sign_up_url, first_purchase_url, added_at, ended_at from networks where name = $name and ended_at is null',
);

/** The network that a link names, even if it has ended. */
export const findNamed = statement('sources.find-named', 'select name from networks where name = $name');

export const findSource = statement(
  'sources.find-source',
  'select tracking, signup_at from members where member_id = $memberId',
);

export const insertPostback = statement(
  'sources.insert-postback',
  `insert into postbacks (member_id, act, postback_id, network, amount, currency, created_at)
   values ($memberId, $act, $postbackId, $network, $amount?, $currency?, $now)
   on conflict do nothing`,
);

export const findPostback = statement(
  'sources.find-postback',
  `select postback_id, network, amount, currency, state from postbacks where member_id = $memberId and act = $act`,
);

export const endPostback = statement(
  'sources.end-postback',
  `update postbacks set state = $state, settled_at = $now
    where member_id = $memberId and act = $act and state = 'waiting'`,
);

export const countPostbacks = statement(
  'sources.count-postbacks',
  'select network, state, count(*)::int as count from postbacks group by network, state order by network, state',
);

export const addVisit = statement(
  'sources.add-visit',
  `update source_days set visits = visits + $times
    where network = $network and ref = $ref and site = $site and day = $day`,
);

export const countRefs = statement(
  'sources.count-refs',
  'select count(*)::int as refs from source_days where network = $network and day = $day',
);

export const insertVisit = statement(
  'sources.insert-visit',
  `insert into source_days (network, ref, site, day, visits) values ($network, $ref, $site, $day, $times)
   on conflict (network, ref, site, day) do update set visits = source_days.visits + excluded.visits`,
);

export const addMeasured = statement(
  'sources.add-measured',
  `update source_days set measured = measured + 1
    where network = $network and ref = $ref and site = $site and day = $day and measured < visits`,
);

export const addBounce = statement(
  'sources.add-bounce',
  `update source_days set bounces = bounces + 1
    where network = $network and ref = $ref and site = $site and day = $day and bounces < measured`,
);

export const sumVisits = statement(
  'sources.sum-visits',
  `select network, ref, sum(visits)::int as visits, sum(measured)::int as measured, sum(bounces)::int as bounces
     from source_days
    where day >= $from::date and day < $until::date
    group by network, ref`,
);

export const countSignUps = statement(
  'sources.count-sign-ups',
  `select lower(coalesce(tracking ->> 'network', '')) as network, coalesce(tracking ->> 'ref', '') as ref,
          count(*)::int as sign_ups, count(confirmed_at)::int as confirmed
     from members m left join profiles p using (member_id)
    where signup_at >= $from and signup_at < $until and p.fictional is not true
    group by 1, 2`,
);

/** Purchases by members who signed up in a period, less returned money, in minor units. */
export const sumPurchases = statement(
  'sources.sum-purchases',
  `select lower(coalesce(m.tracking ->> 'network', '')) as network, coalesce(m.tracking ->> 'ref', '') as ref, p.currency,
          count(distinct m.member_id)::int as buyers,
          sum(p.amount + p.fee - p.refunded - p.charged_back)::int8 as minor
     from members m join payments p using (member_id)
    where m.signup_at >= $from and m.signup_at < $until and p.status = 'completed'
    group by 1, 2, 3
    order by 3`,
);

export const deletePostbacks = statement(
  'sources.delete-postbacks',
  'delete from postbacks where member_id = $memberId',
);

export const purgeOldPostbacks = statement(
  'sources.purge-postbacks',
  'delete from postbacks where created_at < $before',
);
