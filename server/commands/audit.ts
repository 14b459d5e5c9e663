import { selectViolations } from '../db/audit.sql.ts'
import { runCommand } from './command.ts'

await runCommand(async ({ db }) => {
  const violations = await selectViolations(db)
  for (const { rule, detail } of violations) console.log(`✗ ${rule}: ${detail}`)
  if (violations.length > 0) throw new Error(`${violations.length} rules are broken.`)
  console.log('The books balance: every rule holds.')
})
