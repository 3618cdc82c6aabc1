import { type OpenConversation, openSocket } from './message-load.ts';

const devices = 10;
const everyMs = 10;

export interface TypingFlood {
  /** Typing frames sent so far, typing events delivered to the other member, and seconds since the start. */
  counts(): { sent: number; delivered: number; seconds: number };
  stop(): void;
}

/** Ten devices of one member together send a thousand typing frames a second to one conversation. */
export async function startTypingFlood(
  place: { host: string; port: number },
  conversation: OpenConversation,
): Promise<TypingFlood> {
  const reader = await openSocket(place, conversation.receiver);
  const writers = await Promise.all(Array.from({ length: devices }, () => openSocket(place, conversation.sender)));
  const frame = JSON.stringify({ type: 'typing', conversation: conversation.conversation });
  let delivered = 0;
  reader.on('message', (data: Buffer) => {
    if (data.includes('"type":"typing"')) delivered += 1;
  });
  let sent = 0;
  const began = performance.now();
  const timer = setInterval(() => {
    // Catch up when the timer fires late on a busy machine.
    const due = ((performance.now() - began) / everyMs) * devices;
    for (; sent < due; sent += 1) writers[sent % devices]?.send(frame);
  }, everyMs);
  return {
    counts: () => ({ sent, delivered, seconds: (performance.now() - began) / 1_000 }),
    stop: () => {
      clearInterval(timer);
      for (const socket of [reader, ...writers]) socket.terminate();
    },
  };
}
