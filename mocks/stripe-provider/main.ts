import { startStripeProvider } from './server.ts';

/**
 * Runs the sandbox as a process: `PORT` (default 4620), `API_KEY` (default `sk_test_sandbox`), `WEBHOOK_SECRET`
 * (default `whsec_sandbox`), `WEBHOOK_URL`, `DATA_FILE`.
 */
const { PORT = '4620', API_KEY = 'sk_test_sandbox', WEBHOOK_SECRET = 'whsec_sandbox' } = process.env;
const { WEBHOOK_URL, DATA_FILE } = process.env;

const provider = await startStripeProvider({
  port: Number(PORT),
  apiKey: API_KEY,
  webhookSecret: WEBHOOK_SECRET,
  webhookUrl: () => WEBHOOK_URL,
  ...(DATA_FILE ? { dataFile: DATA_FILE } : {}),
  log: (line) => process.stdout.write(`${line}\n`),
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void provider.close().then(() => process.exit(0));
  });
}
