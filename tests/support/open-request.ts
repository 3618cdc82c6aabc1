import { once } from 'node:events';
import { type AddressInfo, type Socket, connect } from 'node:net';

import type { TestApp, TestClient } from './test-app.ts';

/** A request whose body the test sends piece by piece. */
export interface OpenRequest {
  /** Sends bytes of the body. Resolves when the socket accepts more, and early if it is closed. */
  send(bytes: Uint8Array | string): Promise<void>;
  /** The response. Rejects if the connection ends without one. */
  answer: Promise<{ status: number; headers: Headers; body: { error?: string; [field: string]: unknown } }>;
  closed: Promise<void>;
  close(): void;
}

export interface RequestHead {
  path: string;
  method?: string;
  type?: string;
  /** The announced length of the body; without it, the body is chunked. */
  length?: number;
  headers?: Record<string, string>;
  client?: TestClient;
}

export const boundary = 'tealight-form-line';
export const formType = `multipart/form-data; boundary=${boundary}`;
export const fileHead = `--${boundary}\r\ncontent-disposition: form-data; name="photo"; filename="x.png"\r\ncontent-type: image/png\r\n\r\n`;
export const formEnd = `\r\n--${boundary}--\r\n`;

/** Sends a request's head to a listening app, and nothing of its body. */
export async function openRequest(test: TestApp, head: RequestHead): Promise<OpenRequest> {
  const address = test.app.server.addresses()[0] as AddressInfo;
  const socket = connect(address.port, '127.0.0.1');
  await once(socket, 'connect');
  const { path, method = 'POST', type = 'application/json', length, client, headers = {} } = head;
  const cookie = [...(client?.cookies ?? [])].map((pair) => pair.join('=')).join('; ');
  const all = {
    host: 'localhost',
    'content-type': type,
    ...(length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(length) }),
    ...(cookie ? { cookie } : {}),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  const answer = readAnswer(socket);
  // Many tests read the response only later.
  answer.catch(() => undefined);
  return {
    send: async (bytes) => {
      const data = length === undefined ? toChunk(bytes) : bytes;
      if (socket.destroyed || socket.write(data)) return;
      await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
    },
    answer,
    closed,
    close: () => socket.destroy(),
  };
}

function toChunk(bytes: Uint8Array | string): Buffer {
  const data = Buffer.from(bytes);
  // An empty chunk would end the body.
  if (data.length === 0) return data;
  return Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')]);
}

function readAnswer(socket: Socket): OpenRequest['answer'] {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\r\n\r\n');
      if (end < 0) return;
      const [status = '', ...lines] = text.slice(0, end).split('\r\n');
      const headers = new Headers(lines.map((line) => [line.split(': ', 1)[0] ?? '', line.replace(/^[^:]*: /, '')]));
      const body = text.slice(end + 4);
      if (Buffer.byteLength(body) < Number(headers.get('content-length') ?? 0)) return;
      resolve({ status: Number(status.split(' ')[1]), headers, body: body === '' ? {} : JSON.parse(body) });
    });
    socket.once('close', () => reject(new Error(`the connection ended after ${JSON.stringify(text.slice(0, 80))}`)));
  });
}
