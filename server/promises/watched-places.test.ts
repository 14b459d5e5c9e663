import { expect, test } from 'vitest'
import { givenShow } from '#server/testing/test-data.ts'
import { watch } from '#server/testing/watch.ts'
import { givenBuyers } from './buyers.ts'
import { startTwoServerRig } from './two-server-rig.ts'

test('tells watchers of sales at another server, and disconnects them on stop', async () => {
  const rig = await startTwoServerRig()
  const [seller, teller] = rig.urls
  const { showId, seatIds } = await givenShow(rig.db, { seats: 30 })
  const buyers = await givenBuyers(rig.db, 30)
  const [near, far] = await Promise.all([watch(seller, showId), watch(teller, showId)])
  await Promise.all(
    buyers.map((buyer, index) => {
      const body = { eventShowId: showId, seatingPlanPlaceIds: [seatIds[index]] }
      return buyer.send(seller, 'POST', '/tickets', { body })
    }),
  )
  for (const watcher of [near, far]) {
    for (const seatId of seatIds) await watcher.knows(seatId, 1)
    // Thirty concurrent sales are merged into a few events.
    expect(watcher.events.length).toBeLessThan(20)
  }

  await rig.stopServer(1)
  await far.ended
  const back = await watch(seller, showId, { lastEventId: far.events.at(-1)?.id })
  expect((await back.hears(() => true)).name).toBe('reset')
  back.leave()
  near.leave()
})
