import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { selectViolations } from '#server/db/audit.sql.ts'
import { selectNow } from '#server/db/now.ts'
import { provedTest } from '#server/testing/proving.ts'
import { race } from '#server/testing/race.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { type Buyer, givenBuyer, givenBuyers, insist, toReserve } from './buyers.ts'
import { showsWithinTries } from './control.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import { nextAddress } from './http-client.ts'
import { seededRandomFor } from './seeded-random.ts'
import { type TwoServerRig, startTwoServerRig } from './two-server-rig.ts'

const PER_SHOW = 20
const PER_CUSTOMER = 60
const SEATS = 200
const SHARE = 50
const settings = { MAX_SHARE_PER_NETWORK: '25' }

const random = seededRandomFor('hoarding')

/** Reserves one seat of a show per request, all at once, at any of the servers. Returns how many succeed. */
async function hoard({ urls }: TwoServerRig, buyers: readonly Buyer[], shows: readonly Show[]): Promise<number> {
  const seats = shows.flatMap(({ showId, seatIds }) => seatIds.map((seatId) => toReserve(showId, [seatId])))
  const own = random('hoarders')
  const answers = await Promise.all(
    seats.map((seat, index) => insist(buyers[index % buyers.length] as Buyer, seat, { urls, random: own })),
  )
  expect(answers.filter(({ status }) => ![201, 409].includes(status))).toEqual([])
  return answers.filter(({ status }) => status === 201).length
}

async function hoardWithOneAccount(rig: TwoServerRig, buyer: Buyer, seats: number[]): Promise<number> {
  const shows = await Promise.all(seats.map((count) => givenShow(rig.db, { seats: count })))
  return hoard(rig, [buyer], shows)
}

/** Creates a hundred accounts in one client network. */
function givenCrowd({ db }: TwoServerRig): Promise<Buyer[]> {
  const address = nextAddress()
  return race(100, async () => givenBuyer(db, await givenUser(db), address))
}

test('lets neither one account nor a hundred on one network hold a venue', { timeout: TIMEOUT_MS }, async () => {
  const rig = await startTwoServerRig({ settings })
  for (let round = 0; round < counts.hoardingRounds; round += 1) {
    const [one, other] = (await givenBuyers(rig.db, 2)) as [Buyer, Buyer]
    expect(await hoardWithOneAccount(rig, one, [60])).toBe(PER_SHOW)
    expect(await hoardWithOneAccount(rig, other, [25, 25, 25, 25])).toBe(PER_CUSTOMER)
    expect(await hoard(rig, await givenCrowd(rig), [await givenShow(rig.db, { seats: SEATS - 1, standing: 1 })])).toBe(
      SHARE,
    )
  }
  expect(await selectViolations(rig.db)).toEqual([])
})

/** Lets a reservation expire in a moment. Returns the time. */
async function expireSoon({ db }: TwoServerRig, { showId }: Show): Promise<Date> {
  const { reserved_until: until } = await db
    .updateTable('tickets')
    .set({ reserved_until: sql<Date>`shop_now() + interval '1 second'` })
    .where('event_show_id', '=', showId)
    .returning('reserved_until')
    .executeTakeFirstOrThrow()
  return until
}

// The shop sweeps reservations a day after they expire, so no sweep takes part in this.
provedTest(
  'gives an expired place to the next buyer within a second, at any server',
  { timeout: TIMEOUT_MS },
  async () => {
    const rig = await startTwoServerRig({ settings })
    const late = await race(counts.hoardingRounds * 4, async (index) => {
      const show = await givenShow(rig.db, { seats: 1, standing: 1 })
      const [holder, next] = (await givenBuyers(rig.db, 2)) as [Buyer, Buyer]
      const place = index % 2 === 0 ? show.standingPlaceId : (show.seatIds[0] ?? 0)
      const { path, body } = toReserve(show.showId, [place])
      const [near, far] = index % 4 < 2 ? rig.urls : rig.urls.toReversed()
      expect((await holder.send(near ?? '', 'POST', path, { body })).status).toBe(201)
      expect((await next.send(far ?? '', 'POST', path, { body })).status).toBe(409)
      const expiresAt = await expireSoon(rig, show)
      for (;;) {
        const sentAt = await selectNow(rig.db)
        const { status } = await next.send(far ?? '', 'POST', path, { body })
        if (status === 201) return (sentAt.getTime() - expiresAt.getTime()) / 1_000
        await wait(50)
      }
    })
    process.stdout.write(`hoarding: expired places are taken after ${late.map((s) => s.toFixed(2)).join(', ')} s\n`)
    expect(Math.max(...late)).toBeLessThan(1)
    expect(await selectViolations(rig.db)).toEqual([])
  },
)

// Control: the checks above detect a shop without the safeguards.

test('control: accounts and networks exceed their limits without locks', { timeout: TIMEOUT_MS }, async () => {
  const rig = await startTwoServerRig({ settings, mutant: 'no locks of reservations' })
  const [buyer] = (await givenBuyers(rig.db, 1)) as [Buyer]
  expect(await showsWithinTries(async () => (await hoardWithOneAccount(rig, buyer, [60])) > PER_SHOW)).toBe(true)
  const crowd = await givenCrowd(rig)
  const exceedsShare = async () => (await hoard(rig, crowd, [await givenShow(rig.db, { seats: SEATS - 1 })])) > SHARE
  expect(await showsWithinTries(exceedsShare)).toBe(true)
})
