import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** `before`: the statement never arrives. `after`: it ran, but is rolled back. `commit`: the response is lost. */
export const cuts = ['before', 'after', 'commit'] as const;
export type Cut = (typeof cuts)[number];

export type DatabaseProxy = Awaited<ReturnType<typeof startDatabaseProxy>>;

interface Request {
  cut?: Cut | undefined;
}

interface Seen {
  name: string;
  text: string;
  inTransaction: boolean;
  wrote: boolean;
}

const modules = /^(accounts|chat|credits|likes|members|payments|photos|platform)\./;
const writes = /\b(insert|update|delete)\b|for update|select \w+\(/i;

/** Starts a TCP proxy that understands enough of PostgreSQL's protocol to cut connections at chosen statements. */
export async function startDatabaseProxy(upstream: { host: string; port: number }) {
  let armed: { cut: Cut; skip: number; statement: string | undefined }[] = [];
  const done: Record<Cut, number> = { before: 0, after: 0, commit: 0 };
  const open = new Set<Socket>();

  const draw = (seen: Seen): Cut | undefined => {
    const isMeant = ({ statement = seen.name }: (typeof armed)[number]): boolean => statement === seen.name;
    const fitting = armed.find((plan) => isMeant(plan) && fits(plan.cut, seen) && plan.skip-- <= 0);
    if (!fitting) return undefined;
    armed = armed.filter((plan) => plan !== fitting);
    done[fitting.cut] += 1;
    return fitting.cut;
  };

  const server = createServer((client) => {
    const path = `${upstream.host}/.s.PGSQL.${upstream.port}`;
    const behind = upstream.host.startsWith('/') ? connect(path) : connect(upstream.port, upstream.host);
    for (const socket of [client, behind]) {
      open.add(socket);
      socket.setNoDelay(true);
      // When one side breaks, close the other too, so that the app sees a lost connection.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        behind.destroy();
      });
    }
    join(client, behind, draw);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    /** Cuts a connection at the next matching statement after `skip` others. With `statement`, only that name matches. */
    arm: (cut: Cut, skip: number, statement?: string) => void armed.push({ cut, skip, statement }),
    disarm: () => {
      armed = [];
    },
    done,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function fits(cut: Cut, { name, text, inTransaction, wrote }: Seen): boolean {
  const isCommit = /^\s*commit\b/i.test(text);
  const ofModule = modules.test(name);
  // A single writing statement outside a transaction commits when it ends.
  if (cut === 'commit') return (isCommit && wrote) || (!inTransaction && ofModule && writes.test(text));
  return ofModule && !isCommit && (inTransaction || writes.test(text));
}

function join(client: Socket, behind: Socket, draw: (seen: Seen) => Cut | undefined): void {
  const texts = new Map<string, string>();
  // Requests still waiting for ReadyForQuery, oldest first. The first is the session startup.
  const waiting: Request[] = [{}];
  let current: Request = {};
  let inTransaction = false;
  let wrote = false;

  const end = (): void => {
    client.destroy();
    behind.destroy();
  };
  /** Records a statement; returns true if it must not reach the server. */
  const recordStatement = (name: string, text: string): boolean => {
    if (modules.test(name) && writes.test(text)) wrote = true;
    const cut = draw({ name, text, inTransaction, wrote });
    if (cut === 'before') return true;
    current.cut ??= cut;
    if (/^\s*begin\b/i.test(text)) inTransaction = true;
    return false;
  };
  const finish = (): void => {
    waiting.push(current);
    current = {};
  };

  const fromClient = new Frames({ startsTyped: false });
  let started = false;
  client.on('data', (chunk: Buffer) => {
    for (const frame of fromClient.push(chunk)) {
      const type = started ? String.fromCharCode(frame[0] ?? 0) : '';
      started = true;
      if (type === 'P') {
        const [name = '', text = ''] = textsIn(frame);
        texts.set(name, text);
      } else if (type === 'B') {
        const [, name = ''] = textsIn(frame);
        if (recordStatement(name, texts.get(name) ?? '')) return end();
      } else if (type === 'Q') {
        const [text = ''] = textsIn(frame);
        if (recordStatement('', text)) return end();
        finish();
      } else if (type === 'S') finish();
      behind.write(frame);
    }
  });

  const fromServer = new Frames({ startsTyped: true });
  behind.on('data', (chunk: Buffer) => {
    for (const frame of fromServer.push(chunk)) {
      const cut = waiting[0]?.cut;
      if (frame[0] === 0x5a) {
        // ReadyForQuery: the request has completed or failed.
        if (cut) return end();
        waiting.shift();
        inTransaction = frame[5] !== 0x49;
        if (!inTransaction) wrote = false;
      }
      if (!cut) client.write(frame);
    }
  });
}

/** Splits a stream into messages of PostgreSQL's protocol: a type byte, then a length that includes itself. */
class Frames {
  #rest: Buffer = Buffer.alloc(0);
  #typed: boolean;

  /** A client's first message has no type byte. */
  constructor(options: { startsTyped: boolean }) {
    this.#typed = options.startsTyped;
  }

  push(chunk: Buffer): Buffer[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const whole: Buffer[] = [];
    for (;;) {
      const offset = this.#typed ? 1 : 0;
      if (this.#rest.length < offset + 4) return whole;
      const length = offset + this.#rest.readInt32BE(offset);
      if (this.#rest.length < length) return whole;
      whole.push(this.#rest.subarray(0, length));
      this.#rest = this.#rest.subarray(length);
      this.#typed = true;
    }
  }
}

/** Reads the two zero-terminated texts with which the message begins. */
function textsIn(frame: Buffer): string[] {
  return frame.toString('utf8', 5).split('\0', 2);
}
