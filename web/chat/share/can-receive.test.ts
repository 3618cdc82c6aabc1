import { describe, expect, it } from 'vitest';

import type { ChatEntry } from '../../../contract/chat/operations.ts';
import { canReceive } from './can-receive.ts';

const entry = (last_kind: ChatEntry['conversation']['last_kind'], former = false): ChatEntry =>
  ({ profile: { id: 'he', former }, conversation: { id: 'c', last_kind } }) as ChatEntry;

describe('shared content', () => {
  it('can go to a conversation that is open for writing', () => {
    expect(canReceive(entry('text'))).toBe(true);
    expect(canReceive(entry('removed'))).toBe(true);
  });

  it('can go neither to a member who has left nor to a conversation that a goodbye has closed', () => {
    expect(canReceive(entry('text', true))).toBe(false);
    expect(canReceive(entry('goodbye'))).toBe(false);
  });
});
