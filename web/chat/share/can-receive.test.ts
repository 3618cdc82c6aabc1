import { describe, expect, it } from 'vitest';

import type { ChatEntry } from '../../../contract/chat.ts';
import { canReceive } from './can-receive.ts';

const entry = (last_kind: ChatEntry['conversation']['last_kind'], former = false): ChatEntry =>
  ({ profile: { id: 'he', former }, conversation: { id: 'c', last_kind } }) as ChatEntry;

describe('what is shared', () => {
  it('can go to conversations in which one can write', () => {
    expect(canReceive(entry('text'))).toBe(true);
    expect(canReceive(entry('removed'))).toBe(true);
  });

  it('goes to nobody who has left, and to none that a goodbye has closed', () => {
    expect(canReceive(entry('text', true))).toBe(false);
    expect(canReceive(entry('goodbye'))).toBe(false);
  });
});
