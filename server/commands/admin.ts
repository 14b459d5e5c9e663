import { removeLostSecondFactor } from '../features/auth/second-factor/remove-second-factor.ts'
import { makeAdmin } from '../features/users/make-admin.ts'
import { runCommand, withShop } from './command.ts'

const REMOVE = '--remove-second-factor'

await runCommand(async () => {
  const given = process.argv.slice(2)
  const email = given.find((text) => text.includes('@'))
  const others = given.filter((text) => text !== email)
  if (!email || others.some((text) => text !== REMOVE)) {
    throw new Error(
      `Name an account: npm run admin -- name@example.org, or npm run admin -- ${REMOVE} name@example.org`,
    )
  }
  await withShop(async ({ db }, settings) => {
    console.log(await (others.length > 0 ? removeLostSecondFactor(db, email) : makeAdmin(db, settings, email)))
  })
})
