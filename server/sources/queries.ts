import { type RowOf, statement } from '../platform/database/database.ts';

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

export type NetworkRow = RowOf<typeof listNetworks>;

export const endNetwork = statement(
  'sources.end-network',
  'update networks set ended_at = $now where name = $name and ended_at is null',
);

export const findNetwork = statement(
  'sources.find-network',
  'select name, sign_up_url, first_purchase_url, added_at, ended_at from networks where name = $name and ended_at is null',
);

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

export const settlePostback = statement(
  'sources.settle-postback',
  `update postbacks set state = $state, settled_at = $now
    where member_id = $memberId and act = $act and state = 'waiting'`,
);

/** For the staff: over all members. */
export const countPostbacks = statement(
  'sources.count-postbacks',
  'select network, state, count(*)::int as count from postbacks group by network, state order by network, state',
);
