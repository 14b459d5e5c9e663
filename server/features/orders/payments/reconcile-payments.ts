import { dayAfter, type DayRange } from '#domain/accounting/figures-period.ts'
import { type Comparison, compareMovements, MAX_RECONCILED_DAYS } from '#domain/payments/reconciliation.ts'
import { localIsoTime } from '#domain/time/time-text.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/db/connection.ts'
import { selectToday } from '#server/db/shop-days.sql.ts'
import type { PaymentProvider } from '#server/gateways/payments/provider.ts'
import { selectBookedCharges, selectBookedDisputes, selectBookedRefunds, selectMoments } from './reconciliation.sql.ts'
import { REQUEST_TIMEOUT_MS } from './timeouts.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const DAY_MS = 86_400_000
const LAST_DAYS = 7
/** Limits the questions about refunds that were sent on another day than they were made. */
const MOST_LOOKS = 20

type Chosen = { firstDay?: string | undefined; lastDay?: string | undefined }
type Report = { provider: string; comparisons: readonly Comparison[] | null }
type Found = DayRange & { unread: readonly string[]; reports: readonly Report[] }
type Period = DayRange & { timeZone: string; time: { from: Date; to: Date } }

/**
 * Compares the movements at each provider whose balance the shop may read with the shop's books, on days of the shop's
 * time zone. The comparisons of a provider that does not answer are null.
 */
export async function reconcilePayments({ db, settings, providers }: AppContext, chosen: Chosen): Promise<Found> {
  const { timeZone } = settings.seller
  const days = daysOf(chosen, await selectToday(db, timeZone))
  const time = await selectMoments(db, days, timeZone)
  const reports = await Promise.all(
    providers.filter(isReadable).map(async (provider) => ({
      provider: provider.name,
      comparisons: await compareWith(db, provider, { ...days, timeZone, time }),
    })),
  )
  const unread = providers.filter((provider) => !isReadable(provider)).map(({ name }) => name)
  return { ...days, unread, reports }
}

const isReadable = ({ listMovements }: PaymentProvider) => listMovements !== undefined

/** Reads a day more on both sides, because the shop may learn of a movement on another day. */
async function compareWith(db: Db, provider: PaymentProvider, { from, to, timeZone, time }: Period) {
  const wider = { from: new Date(time.from.getTime() - DAY_MS), to: new Date(time.to.getTime() + DAY_MS) }
  const listed = await provider.listMovements?.(wider, REQUEST_TIMEOUT_MS).catch(() => undefined)
  if (!listed) return null
  const dated = <Dated extends { at: Date }>(all: readonly Dated[]) =>
    all.map((one) => ({ ...one, day: localIsoTime(one.at, timeZone).slice(0, DAY_LENGTH) }))
  const wanted = {
    ...time,
    provider: provider.name,
    keys: listed.flatMap(({ key }) => (key !== undefined && UUID.test(key) ? key : [])),
    refs: listed.flatMap(({ ref, paymentRef }) => [ref, ...(paymentRef === undefined ? [] : [paymentRef])]),
  }
  const refunds = await selectBookedRefunds(db, wanted)
  const known = new Set(listed.flatMap(({ key, ref }) => [key, ref]))
  const later = await sentOnOtherDays(
    provider,
    refunds.filter(({ key, ref, state }) => !known.has(key) && !known.has(ref ?? '') && state !== 'FAILED'),
  )
  const comparisons = compareMovements(dated(listed), {
    charges: dated(await selectBookedCharges(db, wanted)),
    refunds: dated(refunds.filter(({ key }) => !later.has(key))),
    disputes: dated(await selectBookedDisputes(db, wanted)),
  })
  return comparisons.filter(({ day }) => day >= from && day <= to)
}

const DAY_LENGTH = 'yyyy-mm-dd'.length

/** Returns the days of a choice. One day alone begins or ends a week of days. */
function daysOf({ firstDay, lastDay }: Chosen, today: string): DayRange {
  if (firstDay === undefined) {
    const to = lastDay ?? today
    return { from: dayAfter(to, 1 - LAST_DAYS), to }
  }
  const most = dayAfter(firstDay, MAX_RECONCILED_DAYS - 1)
  const to = lastDay ?? (today < most ? today : most)
  return { from: firstDay, to: to < firstDay ? firstDay : to }
}

type Refund = Awaited<ReturnType<typeof selectBookedRefunds>>[number]

/** Asks the provider about refunds without a movement, and returns the keys of those that it has. */
async function sentOnOtherDays(provider: PaymentProvider, refunds: readonly Refund[]): Promise<Set<string>> {
  const asked = refunds.filter(({ state }) => state === 'SENT' || state === 'DONE').slice(0, MOST_LOOKS)
  const found = await Promise.all(
    asked.map(async ({ key, amount, paymentRef }) => {
      const sighting = paymentRef && (await provider.look(paymentRef, REQUEST_TIMEOUT_MS).catch(() => undefined))
      const isThere = sighting && sighting.refunds.some((seen) => seen.key === key && seen.amount === amount)
      return isThere ? [key] : []
    }),
  )
  return new Set(found.flat())
}
