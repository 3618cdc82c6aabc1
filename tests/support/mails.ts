import { fileURLToPath } from 'node:url';

import type { Language } from '../../contract/platform/languages.ts';
import { sendMail } from '../../server/mail/send-mail.ts';
import type { AppContext } from '../../server/context.ts';
import { declared, metrics } from '../../server/modules.ts';
import { createMetrics } from '../../server/platform/monitoring/metrics.ts';
import type { Database, Transaction } from '../../server/platform/database/database.ts';
import type { Statement } from '../../server/platform/database/statement.ts';
import type { Statements } from '../../server/platform/database/statements.gen.ts';
import type { Mail } from '../../server/mail/mailer.ts';
import { createSentences } from '../../server/platform/text/sentences.ts';
import { createSites } from '../../server/settings/find-site.ts';
import { type Rows, mailSamples, readerRows, sampleNow, sampleTerms } from './mails.data.ts';

const sentences = createSentences(fileURLToPath(new URL('../../locales', import.meta.url)));

export const sampleNames = Object.keys(mailSamples);

/**
 * Writes the mail of a kind and language as the worker sends it, with sample data; `discreet` for a member who chose
 * that. Throws if the worker sends none.
 */
export async function writeSample(name: string, language: Language, discreet = false): Promise<Mail> {
  const sample = mailSamples[name];
  if (!sample) throw new Error(`${name} has no sample`);
  const { job, rows, joined = 0 } = sample;
  const site = await buildContext({}, 0).sites.ofMember('default', null);
  const told = rows?.({ language, say: sentences.in(language), site }) ?? {};
  const sent: Mail[] = [];
  const rowsHere = { ...readerRows(language), ...told };
  const accounts = (rowsHere['accounts.find-account'] ?? []).map((one) => ({
    ...one,
    email_key: '',
    discreet_mail: discreet,
  }));
  const found = {
    'accounts.find-account': accounts,
    'accounts.lock-account': accounts,
    'accounts.find-email-owners': accounts,
    'accounts.list-accounts': accounts,
  };
  const context = buildContext({ ...rowsHere, ...found }, joined, (email) => sent.push(email));
  await sendMail(context, job);
  const [email] = sent;
  if (!email || sent.length > 1) throw new Error(`${sent.length} mails of ${name} were sent`);
  return email;
}

/** Builds the parts of the application that a mail needs. Reads return the given rows, and writes are dropped. */
function buildContext(rows: Rows, joined: number, receive: (email: Mail) => void = () => undefined): AppContext {
  const database = buildDatabase(rows, joined);
  const nowhere = async (): Promise<void> => undefined;
  const services = {
    config: { publicOrigin: 'https://tealight.example', production: false, demo: false, rehearsal: false },
    clock: { now: () => sampleNow },
    log: { warn: () => undefined },
    push: null,
    metrics: createMetrics(metrics),
    declared,
    secret: 'a secret of samples',
    database,
    sentences,
    terms: [sampleTerms],
    mailer: { send: async (email: Mail) => receive(email) },
    jobs: { add: nowhere, addAll: nowhere, hold: nowhere, resume: nowhere },
  };
  const context = services as unknown as AppContext;
  context.sites = createSites(context);
  return context;
}

function buildDatabase(rows: Rows, joined: number): Database {
  const getRows = <Row>({ name }: Statement<Row, never>): Row[] =>
    // Only the search for new members is composed at run time.
    (name === '' ? [{ found: joined, examined: joined }] : (rows[name as keyof Statements] ?? [])) as Row[];
  const reads = {
    all: async (one: Statement<never, never>) => getRows(one),
    first: async (one: Statement<never, never>) => getRows(one)[0],
  };
  const tx = { ...reads, run: async () => 1, afterCommit: () => undefined } as unknown as Transaction;
  const transaction = (work: (one: Transaction) => unknown) => work(tx);
  return { ...reads, reader: () => reads, transaction } as unknown as Database;
}
