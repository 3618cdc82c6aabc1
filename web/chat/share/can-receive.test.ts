import { expect, it } from 'vitest';

import type { ChatEntry } from '../../../contract/chat/operations.ts';
import { canReceive } from './share-receivers.tsx';

it('shared content goes neither to a member who has left nor to a conversation that a goodbye has closed', () => {
  const entry = (last_kind: string, former = false) =>
    ({ profile: { id: 'he', former }, conversation: { id: 'c', last_kind } }) as ChatEntry;
  const entries = [entry('text'), entry('removed'), entry('text', true), entry('goodbye')];
  expect(entries.map(canReceive)).toEqual([true, true, false, false]);
});
