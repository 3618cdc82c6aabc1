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
