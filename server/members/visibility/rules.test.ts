import { expect, it } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';
import { type Relationship, asSeen, findSendBlocker } from './rules.ts';

const open: Relationship = {
  viewer_id: toId('v'),
  other_id: toId('o'),
  name: 'Noor',
  status: 'active',
  invisible: false,
  same_pool: true,
  fictional: false,
  unlabeled: false,
  blocked_by_viewer: false,
  blocked_by_other: false,
  hidden_by_viewer: false,
  liked_by_other: false,
  written_by_other: false,
  conversation_id: null,
  conversation_hidden: null,
  closed: false,
  gift_unanswered: false,
  written: false,
  viewer_paused: false,
  started: 0,
  paid: false,
};
const talking = { conversation_id: toId<ConversationId>('c'), conversation_hidden: false };
const answered = { ...talking, written_by_other: true };

it('a send blocker is the first reason in order', () => {
  const cases: [string, Partial<Relationship>, ReturnType<typeof findSendBlocker>][] = [
    ['is absent for an open member', {}, null],
    ['says gone of a banned member in a conversation', { status: 'hidden', ...answered }, 'gone'],
    ['says gone of a banned member who was blocked', { status: 'hidden', blocked_by_viewer: true }, 'gone'],
    ['says gone of an invisible stranger', { invisible: true }, 'gone'],
    ['says gone of an invisible member who never answered', { invisible: true, ...talking }, 'gone'],
    ['says gone of a member of another pool', { same_pool: false }, 'gone'],
    ['is absent for an invisible member who liked the viewer', { invisible: true, liked_by_other: true }, null],
    ['is absent for an invisible member who wrote', { invisible: true, ...answered }, null],
    ['says gone of a stranger who is not confirmed', { status: 'disabled' }, 'gone'],
    ['says unconfirmed of a liker who is not confirmed', { status: 'disabled', liked_by_other: true }, 'unconfirmed'],
    ['says unconfirmed of a writer who is not confirmed', { status: 'disabled', ...answered }, 'unconfirmed'],
    ['says blocked by the other', { blocked_by_other: true, ...talking }, 'blocked'],
    ['says blocked by the viewer', { blocked_by_viewer: true }, 'you-blocked'],
    ['names the block by the other first', { blocked_by_viewer: true, blocked_by_other: true }, 'blocked'],
    ['is absent for a second conversation of a free member', { started: 1 }, null],
    ['says premium of the third conversation of a free member', { started: 2 }, 'premium'],
    ['says paused of a member in a conversation who is on a pause', { status: 'paused', ...talking }, 'paused'],
    ['says gone of a paused stranger', { status: 'paused' }, 'gone'],
    ['says gone of a paused stranger who liked the viewer', { status: 'paused', liked_by_other: true }, 'gone'],
    [
      'says gone of a paused and invisible member who never answered',
      { status: 'paused', invisible: true, ...talking },
      'gone',
    ],
    ['names the viewer’s own pause first', { status: 'paused', viewer_paused: true, ...talking }, 'you-paused'],
    ['names a goodbye before a pause', { status: 'paused', closed: true, ...talking }, 'closed'],
    ['says closed after a goodbye', { closed: true, ...answered }, 'closed'],
    ['says closed also of a deleted conversation', { closed: true, ...talking, conversation_hidden: true }, 'closed'],
    ['names a block before a goodbye', { closed: true, blocked_by_viewer: true, ...talking }, 'you-blocked'],
    ['is absent in a conversation that exists', { started: 2, ...talking }, null],
    ['is absent for premium members, however many they start', { started: 200, paid: true }, null],
    [
      'is absent for fictional receivers, however many conversations were started',
      { started: 2, fictional: true },
      null,
    ],
  ];
  for (const [what, facts, blocker] of cases)
    expect([what, findSendBlocker({ ...open, ...facts })]).toEqual([what, blocker]);
});

it('a reduced summary reveals neither where the member is, nor whether they are online, nor how they look', () => {
  const image = { filename: 'f', match: 'm', thumb_filename: 't', status: 'approved' } as const;
  const person = {
    id: toId<MemberId>('o'),
    name: 'Noor',
    age: 30,
    gender: 'female',
    country: 'NL',
    fictional: false,
    liked: true,
  } as const;
  const place = { countryregion: 'NL-NH', town: 'Haarlem', distance: '10-25', online: true } as const;
  const summary = { ...person, ...place, main_image: image, main_blurred: 'b', num_photos: 3 };
  const nowhere = { countryregion: null, town: null, distance: null, online: false };
  const faceless = { main_image: null, main_blurred: null, num_photos: 0 };
  expect(asSeen(summary, 'reduced')).toEqual({ ...person, ...nowhere, ...faceless });
  expect(asSeen(summary, 'blocked')).toBeUndefined();
});
