import { isShopEmpty } from '../demo/shop.sql.ts'
import { loadDemo } from '../demo/load-demo.ts'
import type { Settings } from '../settings/env.ts'
import type { OpenDatabase } from '../db/open.ts'
import { nameShop, refuseArguments, runCommand, withShop } from './command.ts'

await runCommand(async () => {
  refuseArguments('demo')
  await withShop(fillWithDemo, { mayCreate: true })
})

async function fillWithDemo({ db, ownerUrl }: OpenDatabase, settings: Settings): Promise<void> {
  if (settings.isPublic) throw new Error('This shop is public, and the demo has a customer whose password is known.')
  if (!(await isShopEmpty(db))) throw new Error('This shop has a programme already. The demo is for an empty one.')
  await loadDemo(db, { now: new Date(), ownerUrl, onProgress: (text) => console.log(text), settings })
  console.log(`The demo programme is in ${nameShop(settings)}.`)
}
