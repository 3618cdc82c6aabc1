import { type AddressInfo, createServer } from 'node:net';

/** A mail server on a free port that greets, and refuses every recipient by their address, as real ones do. */
export async function startRefusingMailServer(): Promise<{ url: string; refused: string[]; close(): Promise<void> }> {
  const refused: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 mail.example ready\r\n');
    socket.on('data', (data: Buffer) => {
      const line = data.toString().trim();
      const address = /^RCPT TO:<([^>]+)>/i.exec(line)?.[1];
      if (address) refused.push(address);
      if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else socket.write(address ? `550 5.1.1 <${address}> has no mailbox here\r\n` : '250 ok\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

/** A mail server on a free port that takes every email and keeps it as it came. */
export async function startMailServer(): Promise<{ url: string; received: string[]; close(): Promise<void> }> {
  const received: string[] = [];
  const server = createServer((socket) => {
    let data: string | undefined;
    socket.on('error', () => undefined);
    socket.write('220 mail.example ready\r\n');
    socket.on('data', (chunk: Buffer) => {
      const text = chunk.toString();
      if (data !== undefined) {
        data += text;
        if (!data.endsWith('\r\n.\r\n')) return;
        received.push(data);
        data = undefined;
        socket.write('250 ok\r\n');
      } else if (/^DATA/i.test(text)) {
        data = '';
        socket.write('354 go on\r\n');
      } else if (/^QUIT/i.test(text)) socket.end('221 bye\r\n');
      else socket.write('250 ok\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}
