import { isShopEmpty } from '../demo/shop.sql.ts'
import { loadDemo } from '../demo/load-demo.ts'
import { runCommand } from './command.ts'

await runCommand(async ({ db, ownerUrl }, settings) => {
  if (!(await isShopEmpty(db))) throw new Error('This shop has a programme already. The demo is for an empty one.')
  await loadDemo(db, { now: new Date(), ownerUrl, onProgress: (text) => console.log(text), settings })
})
