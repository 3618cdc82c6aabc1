import type { QueryClient } from '@tanstack/react-query';

import { call } from '../../platform/call.ts';
import { loadAround } from './load-part.ts';

const framesMax = 60;

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Loads the messages around one of an open conversation, scrolls it to the middle, marks and focuses it. */
export async function goToMessage(queries: QueryClient, conversation: string, seq: number): Promise<void> {
  try {
    await loadAround(queries, call, conversation, seq);
  } catch {
    // The conversation stays open at its end, where loading older messages shows its own errors.
    return;
  }
  const row = await drawn(seq);
  for (const before of document.querySelectorAll<HTMLElement>('[data-found]')) delete before.dataset['found'];
  if (!row) return;
  row.dataset['found'] = '';
  row.tabIndex = -1;
  row.focus({ preventScroll: true });
  await bringToMiddle(row);
}

async function drawn(seq: number): Promise<HTMLElement | null> {
  for (let frame = 0; frame < framesMax; frame += 1) {
    const row = document.querySelector<HTMLElement>(`[data-seq="${seq}"]`);
    if (row) return row;
    await nextFrame();
  }
  return null;
}

/** Scrolls until nothing moves: rows that come onto the screen get their real height, which moves the others. */
async function bringToMiddle(row: HTMLElement): Promise<void> {
  for (let frame = 0, last = Number.NaN; frame < framesMax; frame += 1) {
    row.scrollIntoView({ block: 'center' });
    await nextFrame();
    const { top } = row.getBoundingClientRect();
    if (top === last) return;
    last = top;
  }
}
