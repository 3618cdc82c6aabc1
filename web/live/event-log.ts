import type { LiveEvent } from '../../contract/events.ts';

const eventsMax = 500;

/** The latest events, to be replayed over responses that were requested before the events arrived. */
export class EventLog {
  #events: LiveEvent[] = [];
  #dropped = 0;

  /** Grows with each event; the argument of `since`. */
  get position(): number {
    return this.#dropped + this.#events.length;
  }

  add(event: LiveEvent): void {
    this.#events.push(event);
    if (this.#events.length <= eventsMax) return;
    this.#events.shift();
    this.#dropped += 1;
  }

  since(position: number): LiveEvent[] {
    return this.#events.slice(Math.max(0, position - this.#dropped));
  }
}
