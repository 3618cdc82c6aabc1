import { type RowOf, statement } from '../../platform/database/database.ts';

export const insertIcebreakers = statement(
  'chat.insert-icebreakers',
  'insert into icebreakers (member_id, profile_id) values ($memberId, $profileId) on conflict do nothing',
);

export const lockIcebreakers = statement(
  'chat.lock-icebreakers',
  'select rounds, shown from icebreakers where member_id = $memberId and profile_id = $profileId for update',
);

export type ShownLines = RowOf<typeof lockIcebreakers>;

export const updateIcebreakers = statement(
  'chat.update-icebreakers',
  'update icebreakers set rounds = $rounds, shown = $shown where member_id = $memberId and profile_id = $profileId',
);
