import * as z from 'zod/mini'
import { messages, singleLineText } from '#contract/fields.ts'
import type { newShow } from '#contract/shows.ts'
import { isToldToCustomers, showChangeMessages } from '#domain/shows/show-changes.ts'
import { isWallTime, UNREADABLE_TIME } from '#domain/time/typed-time.ts'
import { euroField } from '#client/forms/number-fields.ts'
import { requiredWallTime } from '#client/forms/time-fields.ts'
import { momentAt, wallTimeAt } from '#client/forms/wall-time.ts'
import type { ChosenEvent } from './event-choice.queries.ts'
import type { ChosenArtist, ChosenLocation, ChosenPlan } from './show-choices.queries.ts'
import type { AdminShow } from './shows.queries.ts'
import { texts } from './programme-admin.texts.ts'

/** The values of the form, with times local to the location. */
export type ShowValues = {
  name: string
  startTime: string
  endTime: string
  price: string
  event: ChosenEvent | null
  artist: ChosenArtist | null
  location: ChosenLocation | null
  seatingPlan: ChosenPlan | null
}

export const emptyShow: ShowValues = {
  name: '',
  startTime: '',
  endTime: '',
  price: '',
  event: null,
  artist: null,
  location: null,
  seatingPlan: null,
}

const chosen = <Element>() => z.custom<Element>((value) => value !== null, { error: messages.required })
export const showPrice = euroField()

const fields = z.object({
  name: singleLineText(),
  startTime: requiredWallTime(),
  endTime: requiredWallTime(),
  price: showPrice,
  event: chosen<ChosenEvent>(),
  artist: chosen<ChosenArtist>(),
  location: chosen<ChosenLocation>(),
  seatingPlan: chosen<ChosenPlan>(),
})

const times = z
  .object({ startTime: z.string(), endTime: z.string(), location: z.nullable(z.custom<ChosenLocation>()) })
  .check(
    wrongTime('startTime', messages.past, (values) => isPast(values, values.startTime)),
    wrongTime('endTime', messages.past, (values) => isPast(values, values.endTime)),
    wrongTime('endTime', texts.endAfterStart, (values) => !isPast(values, values.endTime) && isEndBeforeStart(values)),
  )

/** Validates a show. Checks its times even while other fields are invalid. */
export const showForm = z.intersection(fields, times)

/**
 * Validates a change of a show, and the offer of refunds only if it is shown for this change. Unchanged times may be in
 * the past, so the server checks that.
 */
export const changedShowForm = (isOffered: (values: ToldValues) => boolean) =>
  z.intersection(
    z.omit(fields, { event: true }),
    z
      .object({
        startTime: z.string(),
        endTime: z.string(),
        refundsUntil: z.string(),
        artist: z.nullable(z.custom<ChosenArtist>()),
        location: z.nullable(z.custom<ChosenLocation>()),
      })
      .check(
        wrongTime('endTime', texts.endAfterStart, isEndBeforeStart),
        wrongRefunds(UNREADABLE_TIME, (values) => isOffered(values) && !isWallTime(values.refundsUntil)),
        wrongRefunds(
          showChangeMessages.refundsBeforeStart,
          (values) => isOffered(values) && values.refundsUntil <= values.startTime,
        ),
      ),
  )

/** Refuses a time until which refunds are offered. */
function wrongRefunds(error: string, isWrong: (values: ToldValues & { refundsUntil: string }) => boolean) {
  return z.refine<ToldValues & { refundsUntil: string }>((values) => values.refundsUntil === '' || !isWrong(values), {
    path: ['refundsUntil'],
    error,
    abort: true,
  })
}

/** The values of the form that changes a show. `refundsUntil` is local to the location, '' without an offer. */
export type ChangedShowValues = ShowValues & { refundsUntil: string }

/** Returns the values of the form that changes a show. */
export const changedShowValuesOf = (show: AdminShow): ChangedShowValues => ({ ...showValuesOf(show), refundsUntil: '' })

/** Lists the fields of a show that differ in the form. */
export function changedFields(show: AdminShow, values: ShowValues): string[] {
  const before: Record<string, unknown> = changedShowIn(showValuesOf(show))
  return Object.entries(changedShowIn(values)).flatMap(([field, value]) => (value === before[field] ? [] : field))
}

/** Tells whether the form changes something that customers of the show are told of. Incomplete values are allowed. */
export function isTold(show: AdminShow, values: ToldValues): boolean {
  const [before, typed] = [toldValuesOf(showValuesOf(show)), toldValuesOf(values)]
  return Object.entries(typed).some(([field, value]) => value !== before[field] && isToldToCustomers([field]))
}

/** The values of the form that customers of a show are told of. */
type ToldValues = Pick<ShowValues, 'startTime' | 'endTime' | 'artist' | 'location'>

const toldValuesOf = ({ startTime, endTime, artist, location }: ToldValues): Record<string, unknown> => ({
  startTime,
  endTime,
  artistId: artist?.id,
  locationId: location?.id,
})

/** Returns the end of the offered refunds, undefined without an offer. */
export function refundsUntilIn({ refundsUntil, location }: ChangedShowValues): string | undefined {
  return refundsUntil === '' ? undefined : momentAt(refundsUntil, location?.timeZone)
}

/** Returns the values of the form for a show. */
export function showValuesOf({ name, startTime, endTime, price, event, artist, location, seatingPlan }: AdminShow) {
  const values: ShowValues = {
    name,
    startTime: wallTimeAt(startTime, location.timeZone),
    endTime: wallTimeAt(endTime, location.timeZone),
    price: (price / 100).toFixed(2),
    event,
    artist,
    location,
    seatingPlan: { id: seatingPlan.id, name: seatingPlan.name },
  }
  return values
}

/** Converts valid form values to the body of the call. */
export function showIn(values: ShowValues): z.input<typeof newShow> {
  if (!values.event) throw new Error('The form was not checked')
  return { ...changedShowIn(values), eventId: values.event.id }
}

/** Converts valid form values to the fields that a change may replace. */
export function changedShowIn(values: ShowValues) {
  const { name, artist, location, seatingPlan } = values
  if (!artist || !location || !seatingPlan) throw new Error('The form was not checked')
  return {
    name,
    startTime: momentAt(values.startTime, location.timeZone),
    endTime: momentAt(values.endTime, location.timeZone),
    price: z.parse(showPrice, values.price),
    artistId: artist.id,
    locationId: location.id,
    seatingPlanId: seatingPlan.id,
  }
}

type Times = Pick<ShowValues, 'startTime' | 'endTime' | 'location'>

function wrongTime(field: 'startTime' | 'endTime', error: string, isWrong: (values: Times) => boolean) {
  return z.refine<Times>((values) => !isWallTime(values[field]) || !isWrong(values), { path: [field], error })
}

function isPast({ location }: Times, wall: string): boolean {
  return momentAt(wall, location?.timeZone) < new Date().toISOString()
}

function isEndBeforeStart({ startTime, endTime, location }: Times): boolean {
  return isWallTime(startTime) && momentAt(endTime, location?.timeZone) <= momentAt(startTime, location?.timeZone)
}
