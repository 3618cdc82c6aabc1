import { statement } from '../platform/database/database.ts';

export const insertAct = statement(
  'staff.insert-act',
  `insert into staff_acts (act_id, who, account, act, number, detail, contests, acted_at)
   values ($actId, $who, $account, $act, $about?, $detail, $contests?, $now)`,
);

/** Finds whether somebody took part in one of several decisions. Older acts contain names as they were typed. */
export const findDecider = statement(
  'staff.find-decider',
  `select act_id from staff_acts
    where number = any($numbers::text[]) and act in ('close', 'moderate')
      and lower(normalize(btrim(who), nfkc)) = $who limit 1`,
);
