import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';

import { type WebSocket, WebSocketServer } from 'ws';

export interface RealSubscription {
  endpoint: string;
  /** The browser's acknowledgment of each push: 100 means delivered to the worker, any other code means not. */
  acknowledged: number[];
  /** True if the browser has ended the subscription, or was forgotten. */
  ended: boolean;
}

export type BrowserSocket = Awaited<ReturnType<typeof openBrowserSocket>>;

export type PassOn = (body: Buffer, encoding: string) => void;

interface Frame {
  messageType?: string;
  uaid?: string;
  channelID?: string;
  updates?: { channelID: string; code?: number }[];
}

/**
 * Opens Firefox's side of the push service, in Mozilla's protocol. `offer` creates an endpoint. Pushes stay encrypted.
 */
export async function openBrowserSocket(offer: (passOn: PassOn) => { endpoint: string; end: () => void }) {
  const subscriptions: RealSubscription[] = [];
  const channels = new Map<string, RealSubscription & { end: () => void }>();
  let uaid = randomUUID();
  let connected: WebSocket | undefined;
  const tell = (frame: object): void => connected?.send(JSON.stringify(frame));

  const endChannel = (channelID: string): void => {
    const known = channels.get(channelID);
    if (known) known.ended = true;
    known?.end();
    channels.delete(channelID);
  };
  const register = (channelID: string): void => {
    const made = offer((body, encoding) =>
      tell({
        messageType: 'notification',
        channelID,
        version: randomUUID(),
        data: body.toString('base64url'),
        headers: { encoding },
      }),
    );
    const subscription = { ...made, acknowledged: [], ended: false };
    channels.set(channelID, subscription);
    subscriptions.push(subscription);
    tell({ messageType: 'register', channelID, status: 200, pushEndpoint: made.endpoint });
  };
  const answer = ({ messageType, channelID = '', updates = [] }: Frame): void => {
    if (messageType === 'hello') tell({ messageType, status: 200, uaid, use_webpush: true, broadcasts: {} });
    else if (messageType === 'register') register(channelID);
    else if (messageType === 'unregister') {
      endChannel(channelID);
      tell({ messageType, channelID, status: 200 });
    } else if (messageType === 'ack')
      for (const update of updates) channels.get(update.channelID)?.acknowledged.push(update.code ?? 0);
  };

  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket) => {
    connected = socket;
    socket.on('message', (data: Buffer) => answer(JSON.parse(data.toString()) as Frame));
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    subscriptions: subscriptions as readonly RealSubscription[],
    /** Forgets the browser, as after a loss of data: the browser gets a new id and has to subscribe again. */
    forget: () => {
      uaid = randomUUID();
      for (const channelID of channels.keys()) endChannel(channelID);
      connected?.terminate();
    },
    close: () =>
      new Promise<void>((resolve) => {
        connected?.terminate();
        server.close(() => resolve());
      }),
  };
}
