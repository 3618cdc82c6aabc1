import { closeOnSignals } from '../shared/provider-server.ts';
import { startPaymentProvider } from './server.ts';

/** Runs the sandbox as a process: `PORT` (default 4610), `API_KEY` (default `test_sandbox`), `DATA_FILE`. */
const { PORT = '4610', API_KEY = 'test_sandbox', DATA_FILE } = process.env;

const provider = await startPaymentProvider({
  port: Number(PORT),
  apiKey: API_KEY,
  ...(DATA_FILE ? { dataFile: DATA_FILE } : {}),
  log: (line) => process.stdout.write(`${line}\n`),
});

closeOnSignals(provider);
