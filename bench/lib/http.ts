import { type Socket, connect } from 'node:net';

export interface Answer {
  status: number;
  body: string;
}

/** A keep-alive connection that carries one request at a time. */
export interface Connection {
  get(path: string, cookie: string): Promise<Answer>;
  post(path: string, cookie: string, body: string): Promise<Answer>;
  close(): void;
}

/**
 * A minimal HTTP/1.1 client over a plain socket. The load generator shares the cores with the measured server, and
 * Node's own client costs as much as that server. It understands only our server's answers: a length and a body.
 */
export async function openConnection(host: string, port: number): Promise<Connection> {
  const socket = connect({ host, port, noDelay: true });
  let waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;
  let received = '';
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  // One character per byte, because content-length counts bytes.
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    received += chunk;
    const answer = readAnswer(received);
    if (!answer) return;
    received = '';
    const { resolve } = waiting ?? {};
    waiting = undefined;
    resolve?.(answer);
  });
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('the server closed the connection')));
  const ask = (call: Omit<Call, 'host' | 'port'>): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      write(socket, { host, port, ...call });
    });
  return {
    get: (path, cookie) => ask({ method: 'GET', path, cookie, body: '' }),
    post: (path, cookie, body) => ask({ method: 'POST', path, cookie, body }),
    close: () => void socket.destroy(),
  };
}

interface Call {
  method: 'GET' | 'POST';
  host: string;
  port: number;
  path: string;
  cookie: string;
  body: string;
}

function write(socket: Socket, { method, host, port, path, cookie, body }: Call): void {
  socket.write(
    `${method} ${path} HTTP/1.1\r\nhost: ${host}:${port}\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function readAnswer(text: string): Answer | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
  if (text.length < end + 4 + length) return undefined;
  return { status: Number(text.slice(9, 12)), body: Buffer.from(text.slice(end + 4), 'latin1').toString() };
}
