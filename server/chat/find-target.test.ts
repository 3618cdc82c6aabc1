import { describe, expect, it } from 'vitest';

import { createId } from '../platform/ids.ts';
import type { AppContext } from '../context.ts';
import { createMemory } from '../platform/memory.ts';
import { findTarget } from './find-target.ts';

/** Makes a fake inbox that counts how often it is read. */
function sides(rows: { member_id: MemberId; conversation_id: ConversationId; other_id: MemberId }[]) {
  const state = { rows, reads: 0 };
  const all = async (
    _statement: unknown,
    params?: { memberIds: MemberId[]; conversationIds: ConversationId[] },
  ): Promise<unknown[]> => {
    state.reads += 1;
    const names = (params?.memberIds ?? []).map((memberId, at) => memberId + String(params?.conversationIds[at]));
    return state.rows.filter((row) => names.includes(row.member_id + row.conversation_id));
  };
  const context = { database: { all }, memory: createMemory(() => undefined) } as unknown as AppContext;
  return { state, context };
}

describe('the other member of a conversation', () => {
  it('is cached per member, while a conversation of other members is looked up every time', async () => {
    const [member, other, stranger] = [createId<MemberId>(), createId<MemberId>(), createId<MemberId>()];
    const conversation = createId<ConversationId>();
    const { state, context } = sides([{ member_id: member, conversation_id: conversation, other_id: other }]);
    for (const _ of [1, 2]) {
      expect(await findTarget(context, member, { conversation })).toBe(other);
      await expect(findTarget(context, stranger, { conversation })).rejects.toMatchObject({ code: 'chat.not-found' });
    }
    expect(state.reads).toBe(3);
    state.rows.push({ member_id: stranger, conversation_id: conversation, other_id: member });
    expect(await findTarget(context, stranger, { conversation })).toBe(member);
  });
});
