import { describe, expect, it } from 'vitest';

import type { Message } from '../../../contract/chat/operations.ts';
import { toCalendarDay, buildRows } from './message-rows.ts';

const message = (seq: number, own: boolean, at: string): Message => ({ id: `m${seq}`, seq, own, at }) as Message;
const shape = (messages: Message[], zone = 'UTC'): string =>
  buildRows(messages, zone)
    .map((row) => (row.type === 'day' ? 'day' : `${row.message.seq}${row.first ? '<' : ''}${row.last ? '>' : ''}`))
    .join(' ');

describe('the rows of a conversation', () => {
  it('group what one member writes within five minutes', () => {
    const messages = [
      message(1, false, '2026-11-21T09:00:00Z'),
      message(2, false, '2026-11-21T09:04:00Z'),
      message(3, false, '2026-11-21T09:10:00Z'),
      message(4, true, '2026-11-21T09:10:30Z'),
    ];
    expect(shape(messages)).toBe('day 1< 2> 3<> 4<>');
  });

  it("put a day before its first message, in the reader's time zone", () => {
    const messages = [message(1, true, '2026-11-21T22:58:00Z'), message(2, true, '2026-11-21T23:01:00Z')];
    expect(shape(messages, 'UTC')).toBe('day 1< 2>');
    expect(shape(messages, 'Europe/Amsterdam')).toBe('day 1<> day 2<>');
  });

  it('keep the order of seq when a clock jumped (MSG-13)', () => {
    const messages = [message(1, true, '2026-11-21T12:00:00Z'), message(2, false, '2026-11-21T10:00:00Z')];
    expect(shape(messages)).toBe('day 1<> 2<>');
  });

  it('name a day the same way in every zone', () => {
    expect(toCalendarDay('2026-11-21T23:30:00Z', 'UTC')).toBe('2026-11-21');
    expect(toCalendarDay('2026-11-21T23:30:00Z', 'Asia/Tokyo')).toBe('2026-11-22');
  });
});
