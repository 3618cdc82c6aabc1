import { describe, expect, it } from 'vitest';

import { toId } from '../../contract/platform/id.ts';
import type { AppContext } from '../context.ts';
import type { Statement } from '../platform/database/database.ts';
import { handleDueNotices } from './pending-notices.ts';

type Window = { member_id: MemberId; due_at: Date };
type Page = { dueAfter: Date | null; memberAfter: string | null; limit: number };

const at = new Date('2026-11-24T18:00:00Z');
/** Creates windows, most of them due at the same moment, in the order of the listing statements. */
const makeWindows = (count: number): Window[] =>
  Array.from({ length: count }, (_, index) => ({
    member_id: toId<MemberId>(String(index).padStart(4, '0')),
    due_at: new Date(at.getTime() + (index > count - 10 ? 1 : 0)),
  }));

/** Runs over a table whose rows stay due. Returns the handled members and the logged errors. */
async function run(windows: Window[], handle: (memberId: MemberId) => void = () => {}) {
  const handled: string[] = [];
  const logged: unknown[] = [];
  const pages: Page[] = [];
  const formatKey = ({ member_id, due_at }: Window): string => `${due_at.toISOString()} ${member_id}`;
  const context = {
    clock: { now: () => at },
    log: { error: (fields: unknown) => logged.push(fields) },
    database: {
      all: async (_: unknown, page: Page) => {
        pages.push(page);
        const from = page.dueAfter && formatKey({ member_id: toId(page.memberAfter ?? ''), due_at: page.dueAfter });
        return windows.filter((one) => from === null || formatKey(one) > from).slice(0, page.limit);
      },
      transaction: async (work: (tx: unknown) => Promise<void>) => work({}),
    },
  } as unknown as AppContext;
  await handleDueNotices(context, {} as Statement<Window, never>, {
    event: 'window.failed',
    handle: async (_, memberId) => {
      handle(memberId);
      handled.push(memberId);
    },
  });
  return { handled, logged, pages };
}

describe('windows that are due', () => {
  it.each([0, 1, 199, 200, 201, 450])('are each handled once, however many pages they take: %i', async (count) => {
    const windows = makeWindows(count);
    const { handled, pages } = await run(windows);
    expect(handled).toEqual(windows.map(({ member_id }) => member_id));
    expect(pages).toHaveLength(Math.floor(count / 200) + 1);
  });

  it('are handled even if others fail, and each failure is logged', async () => {
    const broken = new Error('broken');
    const { handled, logged } = await run(makeWindows(250), (memberId) => {
      if (['0003', '0240'].includes(memberId)) throw broken;
    });
    expect(handled).toHaveLength(248);
    expect(logged).toEqual([
      { event: 'window.failed', err: broken },
      { event: 'window.failed', err: broken },
    ]);
  });
});
