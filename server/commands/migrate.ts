import { refuseArguments, runCommand, withShop } from './command.ts'

await runCommand(async () => {
  refuseArguments('db:migrate')
  await withShop(async () => console.log('The database is up to date.'), { mayCreate: true })
})
