import { randomUUID } from 'node:crypto';

import type { LiveEvent } from '../../contract/events.ts';

/** A message event of typical length. */
export function messageEvent(): LiveEvent {
  const [id, conversation, sender] = [randomUUID(), randomUUID(), randomUUID()];
  const text = 'This is the text of a message, and the rest of it is about as long as people write.';
  const content = {
    kind: 'text',
    own: false,
    text,
    photo: null,
    gift: null,
    answers: null,
    foothold: null,
    credits: 0,
  } as const;
  const place = { country: 'NL', countryregion: 'nh', town: 'Haarlem', distance: null } as const;
  return {
    type: 'message',
    message: { id, conversation, seq: 1, ...content, idempotency_key: null, at: '2026-01-01T12:00:00.000Z' },
    profile: {
      ...place,
      id: sender,
      name: 'Member one',
      age: 36,
      gender: 'female',
      online: true,
      main_image: null,
      main_blurred: null,
      num_photos: 0,
      fictional: false,
      liked: false,
    },
    num_unread_messages: 1,
  };
}
