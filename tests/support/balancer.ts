import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

/** A small load balancer: each connection goes to the next running node, and ends with that node. */
export interface Balancer {
  /** host:port for clients. */
  address: string;
  close(): Promise<void>;
}

/** Starts a balancer. `ports` returns the ports of the running nodes. */
export async function startBalancer(ports: () => number[]): Promise<Balancer> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer(async (client) => {
    open.add(client);
    client.on('error', () => client.destroy());
    const node = await firstThatAnswers(ports(), (turn += 1));
    if (!node || client.destroyed) return void client.destroy();
    open.add(node);
    node.on('error', () => client.destroy());
    for (const [one, other] of [
      [client, node],
      [node, client],
    ] as const) {
      one.pipe(other);
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}

async function firstThatAnswers(ports: number[], turn: number): Promise<Socket | undefined> {
  for (const [index] of ports.entries()) {
    const socket = connect(ports[(index + turn) % ports.length] ?? 0, '127.0.0.1');
    const answers = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    if (answers) return socket;
  }
  return undefined;
}
