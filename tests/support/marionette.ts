import { once } from 'node:events';
import { type Socket, connect } from 'node:net';

/** Firefox's remote control: WebDriver commands for pages and for the browser itself. */
export interface Marionette {
  send<T>(command: string, parameters?: object): Promise<T>;
  close(): void;
}

type Answer = [type: 1, id: number, error: { error: string; message: string } | null, result: unknown];

/** Connects to the Firefox that listens at a port, and begins a session. */
export async function openMarionette(port: number): Promise<Marionette> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  readFrames(socket, (frame) => {
    const answer = JSON.parse(frame) as Answer | object;
    // The first frame is a greeting.
    if (Array.isArray(answer)) waiting.get((answer as Answer)[1])?.(answer as Answer);
  });
  const send = async <T>(command: string, parameters: object = {}): Promise<T> => {
    last += 1;
    const id = last;
    const text = JSON.stringify([0, id, command, parameters]);
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, result] = await answered;
    waiting.delete(id);
    if (error) throw new Error(`${command}: ${error.error}: ${error.message}`);
    return result as T;
  };
  await send('WebDriver:NewSession');
  return { send, close: () => void socket.destroy() };
}

/** Reads frames. Each is the number of its bytes, a colon, and as many bytes of JSON. */
function readFrames(socket: Socket, receive: (frame: string) => void): void {
  let buffer = Buffer.alloc(0);
  socket.on('data', (data: Buffer) => {
    buffer = Buffer.concat([buffer, data]);
    for (;;) {
      const colon = buffer.indexOf(':');
      const end = colon + 1 + Number(buffer.toString('latin1', 0, Math.max(colon, 0)));
      if (colon < 0 || buffer.length < end) return;
      const frame = buffer.toString('utf8', colon + 1, end);
      buffer = buffer.subarray(end);
      receive(frame);
    }
  });
}
