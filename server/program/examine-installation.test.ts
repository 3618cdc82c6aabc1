import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { fileURLToPath } from 'node:url';

import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startSandbox, testKey } from '../../mocks/payment-provider/testing.ts';
import { listen } from '../../tests/support/live.ts';
import { useTestApp } from '../../tests/support/test-app.ts';
import { readConfig } from './config.ts';
import { type Finding, examineInstallation } from './examine-installation.ts';

type Given = Parameters<typeof examineInstallation>[0];

const root = fileURLToPath(new URL('../..', import.meta.url));
const secret = 'p7mZ2vX4cQ9sB1nK8wE5rT6yU3iO0aL2';
const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const published = pair.publicKey.replaceAll(/-----.*-----|\s/g, '');

const test = useTestApp({ env: { SECRET: secret, TRUST_PROXY: '1', COUNTRY_HEADER: 'X-Country' } });
const closers: (() => unknown)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));

/** Starts a proxy in front of the app; `forward` returns the headers that it passes on. */
async function startProxy(
  forward: (headers: IncomingHttpHeaders) => IncomingHttpHeaders,
  { bodyMaxBytes = 30_000_000, sockets = true } = {},
): Promise<string> {
  const [, port = ''] = (await listen(test)).split(':');
  const proxy = createServer((incoming: IncomingMessage, answer) => {
    const headers = forward(incoming.headers);
    const passed = request({ port, path: incoming.url, method: incoming.method, headers }, (from) => {
      answer.writeHead(from.statusCode ?? 0, from.headers);
      from.pipe(answer);
    });
    incoming.pipe(passed);
  });
  proxy.on('checkContinue', (incoming: IncomingMessage, answer) => {
    if (Number(incoming.headers['content-length']) > bodyMaxBytes) answer.writeHead(413).end();
    else answer.writeContinue();
  });
  proxy.on('upgrade', (incoming, client) => {
    if (!sockets) return void client.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
    const app = connect(Number(port), '127.0.0.1', () => {
      const lines = Object.entries(forward(incoming.headers)).map(([name, value]) => `${name}: ${String(value)}\r\n`);
      app.write(`GET ${incoming.url ?? '/'} HTTP/1.1\r\n${lines.join('')}\r\n`);
      app.pipe(client).pipe(app);
    });
    return undefined;
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  closers.push(() => proxy.close());
  return `http://localhost:${(proxy.address() as AddressInfo).port}`;
}

const append = (headers: IncomingHttpHeaders): IncomingHttpHeaders => {
  const { traceparent: _visitors, ...others } = headers;
  return {
    ...others,
    'x-forwarded-for': `${String(headers['x-forwarded-for'])}, 198.51.100.7`,
    'x-forwarded-proto': 'http',
    'x-country': 'NL',
  };
};

/** The records of a zone by name, as DNS libraries return them; every other name is unknown. */
const zone = {
  addresses: { localhost: ['127.0.0.1'] } as Record<string, string[]>,
  mx: { 'tealight.example': [{ exchange: 'mx.tealight.example', priority: 10 }] } as Record<string, object[]>,
  texts: {
    'tealight.example': [['google-site-verification=x'], ['v=spf1 ip4:192.0.2.0/24 ', '-all']],
    '_dmarc.tealight.example': [['v=DMARC1; p=reject']],
    // A record of more than 255 characters comes in parts.
    's1._domainkey.tealight.example': [
      ['v=DKIM1; h=sha256; k=rsa; ', `p=${published.slice(0, 200)}`, published.slice(200)],
    ],
  } as Record<string, string[][]>,
};

function resolverOver(records: Partial<typeof zone>): Given['resolver'] {
  const { addresses, mx, texts } = { ...zone, ...records };
  const find = async (table: Record<string, unknown>, name: string) => {
    if (table[name] === undefined) throw Object.assign(new Error(`query ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
    return table[name];
  };
  return {
    resolve4: (name: string) => find(addresses, name),
    resolve6: (name: string) => find({}, name),
    resolveMx: (name: string) => find(mx, name),
    resolveTxt: (name: string) => find(texts, name),
  } as unknown as Given['resolver'];
}

let right: Record<string, string>;
beforeAll(async () => {
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth: ({ username, password }, _session, callback) =>
      password === 'right' ? callback(null, { user: username }) : callback(new Error('535 5.7.8 wrong password')),
  });
  smtp.on('error', () => undefined);
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const sandbox = await startSandbox();
  closers.push(
    () => smtp.close(),
    () => sandbox.close(),
  );
  right = {
    DATA_DIR: test.context.config.dataDir,
    SECRET: secret,
    TRUST_PROXY: '1',
    COUNTRY_HEADER: 'X-Country',
    PUBLIC_ORIGIN: await startProxy(append),
    MAIL_FROM: 'hello@tealight.example',
    SMTP_URL: `smtp://site:right@127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    DKIM_SELECTOR: 's1',
    DKIM_KEY: pair.privateKey,
    PAYMENTS_URL: sandbox.url,
    PAYMENTS_API_KEY: testKey,
  };
});

const examine = async (
  env: Record<string, string> = {},
  more: Partial<Given> & { records?: Partial<typeof zone> } = {},
): Promise<Finding[]> => {
  const { records = {}, ...others } = more;
  const config = readConfig({ ...right, ...env }, root);
  const { database } = test.context;
  return examineInstallation({
    config,
    root,
    database,
    databaseFault: null,
    resolver: resolverOver(records),
    ...others,
  });
};
const notGood = (findings: Finding[]): string[] =>
  findings.flatMap(({ about, state, text }) => (state === 'good' ? [] : `${state} ${about}: ${text}`));
describe('the doctor', () => {
  it('finds only what is wrong with the installation of the tests', async () => {
    const findings = await examine();
    // The company is the example's, and the database of tests loses commits and has short logs.
    const expected =
      /^(?:warning (?:Sites: .* is that of the example|Redis: REDIS_URL is missing)|\w+ Database: (?:fsync|full_page|sync|log_error|max_wal|archive_mode))/;
    expect(notGood(findings).filter((line) => !expected.test(line))).toEqual([]);
    const names = new Set(findings.map(({ about }) => about));
    const checked =
      'Database, Schema, Clock, Time zones, Redis, Data folder, Proxy, Sites, Host names, Mail server, Mail names';
    expect([...names].join(', ')).toBe(`${checked}, Payments, Pushes`);
  });

  it.each<[string, Record<string, string>, string]>([
    ['a host without an address', { PUBLIC_ORIGIN: 'http://nowhere.example' }, 'nowhere.example has no address'],
    ['a mail server that is away', { SMTP_URL: 'smtp://127.0.0.1:9' }, 'ECONNREFUSED'],
    ['a selector that was never published', { DKIM_SELECTOR: 's2' }, 's2._domainkey.tealight.example has no key'],
    [
      'a key that the provider refuses',
      { PAYMENTS_API_KEY: 'test_wrongwrongwrongwrongwrongwrong' },
      'Payments: mollie: ',
    ],
    ['a folder that is away', { DATA_DIR: '/nowhere' }, 'Data folder: DATA_DIR /nowhere cannot be written (ENOENT)'],
    [
      'a misspelled variable',
      { COUNTRY_HEADRE: 'X-Country' },
      'Variables: COUNTRY_HEADRE (COUNTRY_HEADER?) looks misspelled',
    ],
    ['another SECRET', { SECRET: secret.toLowerCase() }, 'and not from a program with this SECRET'],
  ])('finds %s', async (_what, env, expected) => {
    expect(notGood(await examine(env)).join('\n')).toContain(expected);
  });

  it.each<[string, Partial<typeof zone>, string]>([
    ['no SPF', { texts: { ...zone.texts, 'tealight.example': [['v=spf2.0/pra -all']] } }, 'has 0 records with v=spf1'],
    [
      'two SPF records',
      { texts: { ...zone.texts, 'tealight.example': [['v=spf1 a'], ['v=spf1 mx']] } },
      'has 2 records',
    ],
    ['no MX', { mx: {} }, 'tealight.example has no MX record'],
    [
      'another DKIM key',
      { texts: { ...zone.texts, 's1._domainkey.tealight.example': [['v=DKIM1; p=MIIB']] } },
      'another key',
    ],
    ['no DMARC', { texts: { ...zone.texts, '_dmarc.tealight.example': [] } }, 'no single v=DMARC1 record'],
  ])('finds %s', async (_what, records, expected) => {
    expect(notGood(await examine({}, { records })).join('\n')).toContain(expected);
  });

  it('finds the DMARC policy of the nearest domain above the sender, unless it is that of a registry', async () => {
    const dmarcAt = async (texts: Record<string, string[][]>): Promise<boolean> => {
      const found = await examine({ MAIL_FROM: 'hello@eu.news.shop.example' }, { records: { texts } });
      return found.some(({ text }) => text === 'eu.news.shop.example has a DMARC policy');
    };
    expect(await dmarcAt({ '_dmarc.news.shop.example': [['v=DMARC1; p=none']] })).toBe(true);
    expect(await dmarcAt({ '_dmarc.shop.example': [['v=DMARC1; p=none']] })).toBe(true);
    expect(await dmarcAt({ '_dmarc.shop.example': [['v=DMARC1; p=none; psd=y']] })).toBe(false);
    expect(await dmarcAt({ '_dmarc.example': [['v=DMARC1; p=none']] })).toBe(false);
  });

  it('wants a data folder of the account of the processes', async () => {
    const config = { ...readConfig(right, root), production: true, dataDir: '/' };
    const expected = process.getuid?.() === 0 ? 'DATA_DIR / belongs to root' : 'DATA_DIR / cannot be written';
    expect(notGood(await examine({}, { config })).join('\n')).toContain(expected);
  });

  it.each<[string, Parameters<typeof startProxy>, string]>([
    [
      'passes a visitor’s X-Forwarded-For on',
      [(headers) => ({ ...append(headers), 'x-forwarded-for': '203.0.113.77' })],
      'visitors choose the address',
    ],
    [
      'passes its own name as the host',
      [(headers) => ({ ...append(headers), host: 'web:4101' })],
      'the program sees the host web:4101',
    ],
    [
      'sets another scheme',
      [(headers) => ({ ...append(headers), 'x-forwarded-proto': 'https' })],
      'set X-Forwarded-Proto to http',
    ],
    [
      'passes a visitor’s country on',
      [(headers) => ({ ...append(headers), 'x-country': headers['x-country'] })],
      'visitors choose their country',
    ],
    [
      'passes a visitor’s trace on',
      [(headers) => ({ ...append(headers), traceparent: headers['traceparent'] })],
      'visitors choose the trace',
    ],
    ['refuses uploads', [append, { bodyMaxBytes: 1_048_576 }], 'let bodies of 21 MiB through'],
    ['passes no sockets on', [append, { sockets: false }], 'sockets to /api/live do not arrive'],
  ])('finds a proxy that %s', async (_what, proxy, expected) => {
    expect(notGood(await examine({ PUBLIC_ORIGIN: await startProxy(...proxy) })).join('\n')).toContain(expected);
  });

  it('finds a wrong password of the mail server', async () => {
    const SMTP_URL = right['SMTP_URL']?.replace('right', 'wrong') ?? '';
    expect(notGood(await examine({ SMTP_URL })).join('\n')).toContain('Mail server: SMTP_URL: Invalid login: 535');
  });

  it('finds a clock that differs from that of the payment provider', async () => {
    const provider = createServer((_request, answer) => {
      answer.writeHead(404, { date: new Date(Date.now() + 600_000).toUTCString() }).end();
    });
    provider.listen(0, '127.0.0.1');
    await once(provider, 'listening');
    closers.push(() => provider.close());
    const PAYMENTS_URL = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    expect(notGood(await examine({ PAYMENTS_URL })).join('\n')).toMatch(
      /fault Clock: differs from that of the payment provider by (599|600|601) s/,
    );
  });

  it('finds a proxy that nobody trusts', async () => {
    expect(notGood(await examine({ TRUST_PROXY: '0' })).join('\n')).toContain('but TRUST_PROXY is 0');
  });

  it('goes on without a database, and says why it cannot be used', async () => {
    const findings = await examine({}, { databaseFault: 'DATABASE_URL: connect ECONNREFUSED' });
    expect(notGood(findings)[0]).toBe('fault Database: DATABASE_URL: connect ECONNREFUSED');
    expect(notGood(findings).filter((line) => line.startsWith('fault'))).toHaveLength(1);
    expect(findings.map(({ about }) => about)).toContain('Mail server');
  });

  it('finds migrations that did not run', async () => {
    await test.sql(`create table kept as select * from migrations where name like '0001%'`);
    await test.sql(`delete from migrations where name like '0001%'`);
    expect(notGood(await examine()).join('\n')).toMatch(/Schema: 0001_\w+\.sql did not run: run npm run migrate/);
    await test.sql('insert into migrations select * from kept');
    await test.sql('drop table kept');
  });
});

describe('the doctor’s questions', () => {
  it('get an answer from no program without a valid token', async () => {
    const ask = async (headers: Record<string, string>) =>
      (await test.app.server.inject({ url: '/healthz', headers })).body;
    const usual = await ask({});
    expect(usual).toMatch(/^ok .*\n$/);
    // The last one has as many letters as a valid token, and more bytes.
    for (const token of ['', '1', 'x.x', `${Date.now()}.x`, `${Date.now()}.${'A'.repeat(43)}`, `1.${'é'.repeat(43)}`])
      expect(await ask({ 'x-doctor': token })).toBe(usual);
  });
});
