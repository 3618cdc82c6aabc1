import { removeCast } from './remove-cast.ts';
import { runCommand } from '../server/program/run-command.ts';

// Implements `npm run demo -- remove`.
await runCommand(async (context) => {
  if (process.argv[2] !== 'remove') {
    process.stderr.write('npm run demo -- remove\n');
    return 1;
  }
  process.stdout.write(`${await removeCast(context)} members of the demo are removed.\n`);
  return 0;
});
