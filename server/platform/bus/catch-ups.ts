import type { LocalBus } from './bus.ts';

/** Tells clients of this node that they may have missed something. */
export interface CatchUps {
  now(memberIds: string[]): void;
  /** Everybody, a few at a time: ten thousand members are caught up within forty seconds. */
  everybody(): void;
  close(): void;
}

const everyMs = 100;
const atOnce = 25;

export function createCatchUps(bus: LocalBus): CatchUps {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const tell = (memberId: string): void => bus.publish(memberId, { type: 'catch-up' });

  const step = (): void => {
    let told = 0;
    for (const memberId of waiting) {
      if (told === atOnce) return;
      waiting.delete(memberId);
      tell(memberId);
      told += 1;
    }
    clearInterval(timer);
    timer = undefined;
  };

  return {
    now: (memberIds) => {
      for (const memberId of memberIds) tell(memberId);
    },
    everybody: () => {
      for (const memberId of bus.members()) waiting.add(memberId);
      timer ??= setInterval(step, everyMs);
    },
    close: () => clearInterval(timer),
  };
}
