import { connect } from '../db/connection.ts'
import { raiseIds } from '../db/raise-ids.sql.ts'
import { nameShop, refuseArguments, runCommand, withShop } from './command.ts'

await runCommand(async () => {
  refuseArguments('db:raise-ids')
  await withShop(async ({ ownerUrl }, settings) => {
    const owner = connect(ownerUrl, { max: 1 })
    await raiseIds(owner).finally(() => owner.destroy())
    console.log(`New rows of ${nameShop(settings)} get ids that none has had before.`)
  })
})
