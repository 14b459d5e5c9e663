// Checks docs/security/asvs.md: every requirement has one row, and every named test exists.
import { faultsOf, readTable } from './asvs/table.mjs'

const faults = faultsOf(readTable())
for (const fault of faults) console.log(`docs/security/asvs.md: ${fault}`)
process.exit(faults.length === 0 ? 0 : 1)
