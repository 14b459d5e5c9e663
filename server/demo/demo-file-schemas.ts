import * as z from 'zod/mini'
import {
  email,
  eventType,
  integer,
  MAX_CENTS,
  singleLineText,
  optionalText,
  password,
  PASSWORD_LENGTH,
  price,
  requiredText,
  nonBlankText,
} from '#contract/fields.ts'
import { PAYMENT_TYPES } from '#domain/payments/payment-types.ts'

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time of day is written 19:30'))
const weekdays = z
  .string()
  .check(
    z.regex(/^(daily|(Mon|Tue|Wed|Thu|Fri|Sat|Sun)( (Mon|Tue|Wed|Thu|Fri|Sat|Sun))*)$/, 'Weekdays are written Fri Sat'),
  )
const dayOfYear = z
  .string()
  .check(z.regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'A day of the year is written 06-20'))
const minutes = integer(1, 10_000)

/** Path of an SVG file below `demo/pictures/`. */
const picture = z
  .string()
  .check(
    z.regex(/^(events|news|products|artists|locations)\/[a-z0-9-]+\.svg$/, 'A picture is written events/hamlet.svg'),
  )

export const artistsFile = z.array(
  z.strictObject({
    firstName: singleLineText(),
    lastName: singleLineText(),
    stageName: z._default(optionalText(), ''),
    description: z.optional(nonBlankText(2_000)),
    picture: z.optional(picture),
  }),
)

/** `plan` is the name of a file in `demo/plans/`. */
export const locationsFile = z.array(
  z.strictObject({
    name: singleLineText(),
    address: singleLineText(),
    postalCode: singleLineText(),
    city: singleLineText(),
    country: singleLineText(),
    timeZone: singleLineText(),
    plan: singleLineText(),
    travelText: z.optional(nonBlankText(2_000)),
    picture: z.optional(picture),
  }),
)

/** A run of shows (see `ShowRule`). Missing fields are taken from the event. */
const run = z.strictObject({
  name: z.optional(singleLineText()),
  on: weekdays,
  at: z.union([timeOfDay, z.array(timeOfDay)]),
  /** Days from today, or the next occurrence of a day of the year. */
  from: z.union([integer(-3650, 3650), dayOfYear]),
  weeks: z.optional(integer(1, 52)),
  artist: z.optional(singleLineText()),
  location: z.optional(singleLineText()),
  price: z.optional(price),
})

/** `artist` is a stage name, or else first and last name. `plan` replaces the seating plan of the location. */
export const eventsFile = z.array(
  z.strictObject({
    title: singleLineText(),
    type: eventType,
    description: requiredText(),
    minutes,
    artist: singleLineText(),
    location: singleLineText(),
    plan: z.optional(singleLineText()),
    price,
    picture,
    shows: z.array(run),
  }),
)

export const productsFile = z.array(
  z.strictObject({
    name: singleLineText(),
    description: requiredText(),
    price,
    points: integer(0, MAX_CENTS),
    stock: integer(0),
    itemsPerCustomer: integer(1),
    picture,
  }),
)

/** `text` is a list of paragraphs. */
export const newsFile = z.array(
  z.strictObject({
    title: singleLineText(),
    summary: singleLineText(),
    daysAgo: integer(1, 3650),
    at: timeOfDay,
    event: z.optional(singleLineText()),
    picture,
    text: z.array(nonBlankText(10_000)).check(z.minLength(1)),
  }),
)

const person = { firstName: singleLineText(), lastName: singleLineText(), address: singleLineText() }

/** One purchase: tickets for the event's last or next show, products, or both. */
const purchase = z.strictObject({
  daysAgo: integer(1, 365),
  at: singleLineText(5),
  payment: z.enum(PAYMENT_TYPES),
  event: z.optional(singleLineText()),
  show: z.optional(z.enum(['last', 'next'])),
  sector: z.optional(singleLineText()),
  tickets: z.optional(integer(1, 20)),
  /** When all its tickets were refunded. */
  refundedDaysAgo: z.optional(integer(0, 365)),
  products: z.optional(
    z.array(z.strictObject({ name: singleLineText(), quantity: integer(1, 10), withPoints: z.optional(z.boolean()) })),
  ),
})

/** The customer that visitors can log in as, and the other buyers. */
export const customersFile = z.strictObject({
  customer: z.strictObject({
    ...person,
    email,
    password: password(PASSWORD_LENGTH.atRegistration),
    /** Number of oldest articles that are marked as read. */
    newsRead: integer(0, 1000),
    purchases: z.array(purchase),
  }),
  buyers: z.array(z.strictObject(person)),
})

export type ArtistsFile = z.output<typeof artistsFile>
export type LocationsFile = z.output<typeof locationsFile>
export type CustomerPurchase = z.output<typeof purchase>
