import { startApp } from './lib/app.ts';
import { percentile, type Bench } from './lib/bench.ts';
import { openSockets, type Place } from './lib/clients.ts';
import { pairMembers, startMembers } from './lib/fill-members.ts';
import { openMessageLoad, openSocket, type OpenConversation } from './lib/message-load.ts';

const perSecond = 200;
const seconds = 10;
const conversations = 200;

/** Sends paid messages at a steady rate on a node with many open sockets, first alone, then during a typing flood. */
export const bench: Bench = {
  question: 'How soon is a message delivered at 200 a second, and does a flood of typing events delay it?',
  run: async ({ flags }) => {
    const others = Number(flags['sockets'] ?? 5_000);
    const { database, members } = await startMembers('delivery', conversations * 2 + others, 1_000_000);
    const app = await startApp(database.url);
    const sockets = await openSockets(app, members.slice(conversations * 2));
    const load = await openMessageLoad(app, pairMembers(members.slice(0, conversations * 2)), 64);
    await load.closedLoop({ messages: 1_000 });
    const quiet = (await load.openLoop(perSecond, seconds)).delivered;
    const [conversation] = load.conversations();
    if (!conversation) throw new Error('no conversation was started');
    const flood = await startTypingFlood(app, conversation);
    const flooded = (await load.openLoop(perSecond, seconds)).delivered;
    const { sent, delivered, seconds: flooding } = flood.counts();
    flood.stop();
    load.close();
    sockets.close();
    await app.stop();
    await database.stop();
    const beside = `during ${Math.round(sent / flooding)} typing frames a second`;
    return {
      figures: [
        { name: 'request to delivery, p95', value: percentile(quiet, 0.95), unit: 'ms', goal: { atMost: 1_000 } },
        { name: 'request to delivery, p99', value: percentile(quiet, 0.99), unit: 'ms', goal: { atMost: 3_000 } },
        { name: `${beside}, p95`, value: percentile(flooded, 0.95), unit: 'ms', goal: { atMost: 1_000 } },
        { name: `${beside}, p99`, value: percentile(flooded, 0.99), unit: 'ms' },
        // The first event is forwarded at once, each later one a second after the last.
        { name: 'typing events forwarded', value: (delivered - 1) / flooding, unit: '/s', goal: { atMost: 1 } },
      ],
      notes: [`${perSecond} messages a second over ${conversations} conversations, ${others} other open sockets`],
    };
  },
};

const devices = 10;
const everyMs = 10;

export async function startTypingFlood(place: Place, conversation: OpenConversation) {
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
    /** Typing frames sent so far, typing events delivered to the other member, and seconds since the start. */
    counts: () => ({ sent, delivered, seconds: (performance.now() - began) / 1_000 }),
    stop: () => {
      clearInterval(timer);
      for (const socket of [reader, ...writers]) socket.terminate();
    },
  };
}
