import { makeAdmin } from '../features/users/make-admin.ts'
import { runCommand } from './command.ts'

await runCommand(async ({ db }) => {
  const [email] = process.argv.slice(2)
  if (!email?.includes('@')) throw new Error('Name an account: npm run admin -- name@example.org')
  console.log(await makeAdmin(db, email))
})
