import { runCommand } from './command.ts'

await runCommand(async () => console.log('The database is up to date.'))
