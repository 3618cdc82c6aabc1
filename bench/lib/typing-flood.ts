import { type Line, openSocket } from './message-load.ts';

const devices = 10;
const everyMs = 10;

export interface Flood {
  /** Typing frames that were sent so far, how many of them the other one was told of, and in how many seconds. */
  counts(): { sent: number; told: number; seconds: number };
  stop(): void;
}

/** A member whose ten devices say a thousand times a second that they write in one conversation. */
export async function startFlood(place: { host: string; port: number }, line: Line): Promise<Flood> {
  const reader = await openSocket(place, line.receiver);
  const writers = await Promise.all(Array.from({ length: devices }, () => openSocket(place, line.sender)));
  const frame = JSON.stringify({ type: 'typing', conversation: line.conversation });
  let told = 0;
  reader.on('message', (data: Buffer) => {
    if (data.includes('"type":"typing"')) told += 1;
  });
  let sent = 0;
  const began = performance.now();
  const timer = setInterval(() => {
    // A timer that comes late on a busy machine makes up for it.
    const due = ((performance.now() - began) / everyMs) * devices;
    for (; sent < due; sent += 1) writers[sent % devices]?.send(frame);
  }, everyMs);
  return {
    counts: () => ({ sent, told, seconds: (performance.now() - began) / 1_000 }),
    stop: () => {
      clearInterval(timer);
      for (const socket of [reader, ...writers]) socket.terminate();
    },
  };
}
