import { selectViolations } from '../db/audit.sql.ts'
import type { OpenDatabase } from '../db/open.ts'
import { refuseArguments, runCommand, withShop } from './command.ts'

await runCommand(async () => {
  refuseArguments('audit')
  await withShop(printViolations)
})

async function printViolations({ db }: OpenDatabase): Promise<void> {
  const violations = await selectViolations(db)
  for (const { rule, detail } of violations) console.log(`✗ ${rule}: ${detail}`)
  if (violations.length > 0) throw new Error(`${violations.length} rules are broken.`)
  console.log('The books balance: every rule holds.')
}
