import { expect } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { admitTo } from '#server/features/waiting-room/admit-each-second.ts'
import type { TestShop } from './shop.ts'
import { givenUser, type Show } from './test-data.ts'

type Facts = { shop: TestShop; admin: UserId; show: Show }

/** Returns the calls about the waiting room of a show, which is read at each call. */
export function waitingRoomCalls(facts: () => Facts) {
  const path = () => `/eventshows/${facts().show.showId}/waiting-place`
  const arrive = async (as: UserId) => (await facts().shop.ask('POST', path(), { as })).json()
  const set = (body: object) => {
    const { shop, admin, show } = facts()
    return shop.ask('PUT', `/admin/shows/${show.showId}/waiting-room`, { as: admin, body })
  }
  const reserve = (as: UserId, place = facts().show.standingPlaceId) => {
    const { shop, show } = facts()
    return shop.ask('POST', '/tickets', { as, body: { eventShowId: show.showId, seatingPlanPlaceIds: [place] } })
  }
  const givenUsers = (count: number) => Promise.all(Array.from({ length: count }, () => givenUser(facts().shop.db)))
  const tick = () => admitTo(facts().shop.db, facts().show.showId, { tookMs: 0, refusals: 0 })

  /** Opens the room with one person a minute, so that nobody is admitted while a test runs. */
  async function givenLine(waiting: number, mode = 'ALWAYS') {
    const users = await givenUsers(waiting + 1)
    expect((await set({ mode, peopleAMinute: 1, isPaused: false })).statusCode).toBe(200)
    const arrivals = []
    for (const user of users) arrivals.push(await arrive(user))
    const [first, ...others] = users
    return { admitted: first as UserId, waiting: others, arrivals }
  }

  return { path, arrive, set, reserve, givenUsers, tick, givenLine }
}
