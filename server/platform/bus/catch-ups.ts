import type { LocalBus } from './bus.ts';

/** Tells clients of this node to catch up, because they may have missed events. */
export interface CatchUps {
  request(memberIds: string[]): void;
  /** All members, a few at a time: ten thousand take forty seconds. */
  requestAll(): void;
  close(): void;
}

const intervalMs = 100;
const membersPerInterval = 25;

export function createCatchUps(bus: LocalBus): CatchUps {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const publish = (memberId: string): void => bus.publish(memberId, { type: 'catch-up' });

  const step = (): void => {
    let published = 0;
    for (const memberId of waiting) {
      if (published === membersPerInterval) return;
      waiting.delete(memberId);
      publish(memberId);
      published += 1;
    }
    clearInterval(timer);
    timer = undefined;
  };

  return {
    request: (memberIds) => {
      for (const memberId of memberIds) publish(memberId);
    },
    requestAll: () => {
      for (const memberId of bus.members()) waiting.add(memberId);
      timer ??= setInterval(step, intervalMs);
    },
    close: () => clearInterval(timer),
  };
}
