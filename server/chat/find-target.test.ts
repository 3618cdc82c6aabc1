import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import type { Reader } from '../platform/database/database.ts';
import { findTarget } from './find-target.ts';

/** A fake inbox that counts how often it is read. */
function sides(rows: { member_id: string; conversation_id: string; other_id: string }[]) {
  const state = { rows, reads: 0 };
  const all = async (
    _statement: unknown,
    params?: { sides: { member_id: string; conversation_id: string }[] },
  ): Promise<unknown[]> => {
    state.reads += 1;
    const names = (params?.sides ?? []).map((side) => side.member_id + side.conversation_id);
    return state.rows.filter((row) => names.includes(row.member_id + row.conversation_id));
  };
  return { state, reader: { all } as unknown as Reader };
}

describe('the other member of a conversation', () => {
  it('is cached per member, while a conversation of other members is looked up every time', async () => {
    const [member, other, stranger, conversation] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const { state, reader } = sides([{ member_id: member, conversation_id: conversation, other_id: other }]);
    for (const _ of [1, 2]) {
      expect(await findTarget(reader, member, { conversation })).toBe(other);
      await expect(findTarget(reader, stranger, { conversation })).rejects.toMatchObject({ code: 'chat.not-found' });
    }
    expect(state.reads).toBe(3);
    state.rows.push({ member_id: stranger, conversation_id: conversation, other_id: member });
    expect(await findTarget(reader, stranger, { conversation })).toBe(member);
  });
});
