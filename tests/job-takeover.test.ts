import { rmSync } from 'node:fs';
import { createServer } from 'node:http';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { listenLocally, readBody } from '../mocks/shared/local-server.ts';
import { testKey } from '../mocks/payment-provider/testing.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/embedded-postgres/embedded-postgres.ts';
import { removePlace } from './support/remove-place.ts';
import { hashToken } from '../server/platform/hash.ts';
import { createTemplate } from './support/global-setup.ts';
import { type Cluster, type Node, openCluster } from './support/nodes.ts';
import { type Shop, openShop } from './support/payments.ts';
import { purchasesAt } from './support/purchases.ts';
import { type MailServer, startMailServer } from './support/smtp.ts';
import { makeOpenFolder } from './support/temporary-folder.ts';
import { signUpForm } from './support/test-app.ts';

const soon = { timeout: 60_000, interval: 50 };

describe(
  'a worker that is stopped in the middle of a job while another takes it (FLT-10)',
  { timeout: 180_000 },
  () => {
    let dataDir: string;
    let server: EmbeddedPostgres;
    let shop: Shop;
    let cluster: Cluster;
    let mails: MailServer;
    let start: (paymentsUrl?: string) => Promise<Node>;
    beforeAll(async () => {
      dataDir = makeOpenFolder();
      server = await startEmbeddedPostgres({ dataDir });
      const { host, port, user } = server.connection;
      await createTemplate(server.connection);
      shop = await openShop({ server: server.connection });
      mails = await startMailServer();
      cluster = await openCluster(shop.test);
      const name = await shop.value<string>('select current_database()');
      start = (paymentsUrl = shop.sandbox.url) =>
        cluster.start('worker', {
          DATABASE_URL: `postgresql://${user}@/${name}?host=${encodeURIComponent(host)}&port=${port}`,
          SECRET: shop.test.context.secret,
          SMTP_URL: mails.url,
          PAYMENTS_URL: paymentsUrl,
          PAYMENTS_API_KEY: testKey,
        });
    });
    afterAll(async () => {
      await cluster.close();
      await shop.close();
      await mails.close();
      await server.stop();
      removePlace(dataDir);
      rmSync(dataDir, { recursive: true, force: true });
    });

    const waiting = (name: string) =>
      shop.test.sql('select id from graphile_worker.jobs where task_identifier = $1', [name]);
    const isDone = (name: string) => vi.waitFor(async () => expect(await waiting(name)).toEqual([]), soon);

    /** Restarts PostgreSQL, so the stopped worker's lock is gone, and lets another worker take its jobs. */
    async function takeOver(): Promise<Node> {
      await server.stop();
      server = await startEmbeddedPostgres({ dataDir });
      // As if it had been stopped for longer than the time in which a new worker may not hold its lock yet.
      const age = `update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute' where locked_at is not null`;
      await vi.waitFor(() => shop.test.sql(age), soon);
      return start();
    }

    it('repeats a mail under its Message-ID and with its link, and loses none', async () => {
      const first = await start();
      await isDone('send-mail');
      const form = signUpForm();
      mails.decide = (step, to) => {
        // The mail is accepted, but the worker reads the answer only when it goes on.
        if (step === 'answered' && to === form.email) first.process.kill('SIGSTOP');
        return undefined;
      };
      const copies = () =>
        mails.received.filter(({ to }) => to === form.email).map(({ raw }) => raw.replaceAll('=\r\n', ''));
      expect((await shop.test.client().call('signUp', form)).status).toBe(200);
      await vi.waitFor(() => expect(copies()).toHaveLength(1), soon);
      mails.decide = () => undefined;
      const second = await takeOver();
      await isDone('send-mail');
      first.process.kill('SIGCONT');
      await first.end('SIGTERM');
      await second.end('SIGTERM');

      // Nobody can know whether a mail server has a mail whose answer was not read, so it is sent again.
      expect(copies()).toHaveLength(2);
      const same = (pattern: RegExp) => new Set(copies().map((raw) => pattern.exec(raw)?.[1]));
      expect(same(/^message-id: (<.+>)/im).size).toBe(1);
      const [token = ''] = same(/token=3D([\w-]+)/);
      expect(same(/token=3D([\w-]+)/).size).toBe(1);
      expect(await shop.test.sql('select from tokens where token_hash = $1', [hashToken(token)])).toHaveLength(1);
      expect(await waiting('send-mail')).toEqual([]);
    });

    it('refunds once, although the first request reaches the provider after the second', async () => {
      const { bought, spend, withdraw, refunds, books, faults } = purchasesAt(shop);
      const { buyer, paymentId, id } = await bought();
      await spend(buyer, 30);
      let release: () => void = () => undefined;
      let held: Promise<number> | undefined;
      let first: Node | undefined;
      const front = createServer((request, response) => {
        void (async () => {
          const body = await readBody(request);
          const isRefund = request.method === 'POST' && request.url?.endsWith('/refunds');
          const pass = async (): Promise<number> => {
            const { authorization = '', 'idempotency-key': key } = request.headers;
            const headers = {
              authorization,
              'content-type': 'application/json',
              ...(typeof key === 'string' && { 'idempotency-key': key }),
            };
            const answer = await fetch(`${shop.sandbox.url}${request.url}`, {
              method: request.method ?? 'GET',
              headers,
              ...(body.length > 0 && { body: body.toString() }),
            });
            response.writeHead(answer.status, { 'content-type': 'application/json' });
            response.end(await answer.text());
            return answer.status;
          };
          if (!isRefund) return void (await pass());
          const released = new Promise<void>((resolve) => (release = resolve));
          first?.process.kill('SIGSTOP');
          held = released.then(pass);
        })();
      });
      const { port, close } = await listenLocally(front);
      first = await start(`http://127.0.0.1:${port}`);
      await withdraw(buyer, paymentId);
      await vi.waitFor(() => expect(held).toBeDefined(), soon);
      const second = await takeOver();
      await isDone('refund-withdrawal');
      expect(await refunds(id)).toHaveLength(1);
      first.process.kill('SIGCONT');
      release();
      expect(await held).toBeLessThan(300);
      await first.end('SIGTERM');
      await second.end('SIGTERM');
      await close();

      await shop.hook(id);
      expect(await refunds(id)).toHaveLength(1);
      const rows = await shop.test.sql('select state from withdrawals');
      expect(rows).toEqual([{ state: 'refunded' }]);
      expect(await shop.test.sql('select from withdrawal_tasks')).toEqual([]);
      expect(await books(buyer)).toMatchObject({ balance: 0, zero: 0 });
      expect(await faults()).toEqual([]);
    });
  },
);
