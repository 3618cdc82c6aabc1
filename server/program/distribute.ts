import { listDistribution } from '../modules.ts';

process.stdout.write(`${listDistribution().join('\n')}\n`);
