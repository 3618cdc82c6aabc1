import type { Message } from '../../contract/chat/operations.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { type Tab, buildCookieHeader, connect } from './live.ts';
import { callAt } from './nodes.ts';
import type { TestClient } from './test-app.ts';

/**
 * A member's open conversation, as the browser keeps it: it shows live events, fetches messages after a gap or a
 * catch-up, and reconnects when the channel closes.
 */
export interface Watcher {
  texts(): string[];
  events: LiveEvent[];
  closes: number[];
  close(): void;
}

const comeBackMs = 50;
const closedByPolicy = 1008;

export async function watch(address: string, member: TestClient, conversation: string): Promise<Watcher> {
  const shown = new Map<number, Message>();
  const events: LiveEvent[] = [];
  const closes: number[] = [];
  let tab: Tab | undefined;
  let over = false;

  const catchUp = async (): Promise<void> => {
    const { body } = await callAt(address, member, 'getChat', { conversation, after: lastUnbroken(shown) });
    for (const message of body.messages) shown.set(message.seq, message);
  };
  const hear = (event: LiveEvent): void => {
    events.push(event);
    if (event.type === 'message') shown.set(event.message.seq, event.message);
    const gap = event.type === 'message' && event.message.seq > lastUnbroken(shown);
    // A node that dies during the call also closes the socket, and the next one starts with a catch-up.
    if (gap || event.type === 'ready' || event.type === 'catch-up') void catchUp().catch(() => undefined);
  };
  const open = (): void => {
    const mine = connect(address, { origin: `http://${address}`, cookie: buildCookieHeader(member) });
    tab = mine;
    mine.socket.on('message', (data: Buffer) => hear(JSON.parse(data.toString()) as LiveEvent));
    void mine.closed.then((code) => {
      closes.push(code);
      if (!over && code !== closedByPolicy) setTimeout(() => over || open(), comeBackMs);
    });
  };
  open();
  await tab?.hears('ready');
  return {
    events,
    closes,
    texts: () => [...shown.values()].toSorted((a, b) => a.seq - b.seq).map(({ text }) => text ?? ''),
    close: () => {
      over = true;
      tab?.socket.terminate();
    },
  };
}

function lastUnbroken(shown: Map<number, Message>): number {
  let seq = 0;
  while (shown.has(seq + 1)) seq += 1;
  return seq;
}
