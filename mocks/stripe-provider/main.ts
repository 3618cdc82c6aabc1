import { closeOnSignals } from '../shared/provider-server.ts';
import { startStripeProvider } from './server.ts';

/** Runs the sandbox as a process: `PORT`, `API_KEY`, `WEBHOOK_SECRET`, `WEBHOOK_URL`, `DATA_FILE`. */
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

closeOnSignals(provider);
