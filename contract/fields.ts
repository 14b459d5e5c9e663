import * as z from 'zod/mini'
import { EVENT_TYPES } from '#domain/shows/event-types.ts'
import { listText } from '#domain/list-text.ts'
import type { Cents } from '#domain/money.ts'
import { numberText } from '#domain/number-text.ts'

/** The largest integer the database stores. */
export const MAX_INTEGER = 2_147_483_647
export const MAX_CENTS = 100_000_000

/** The messages of field validation, for forms and problems (specification, section 5). */
export const messages = {
  required: 'Value is required',
  email: 'Value is not a valid email address',
  blank: 'This field cannot contain only whitespace',
  minLength: (length: number) => `This field should be at least ${numberText(length)} characters long`,
  maxLength: (length: number) => `The maximum length allowed is ${numberText(length)}`,
  equal: 'The value must be equal to the other value',
  minimum: (value: number) => `The minimum value allowed is ${numberText(value)}`,
  maximum: (value: number) => `The maximum value allowed is ${numberText(value)}`,
  whole: 'The value must be a whole number',
  past: 'date must not be prior to today',
  date: 'Value is not a valid date',
  eventType: `Event type must be ${listText(EVENT_TYPES, 'or')}`,
  image: 'Image is required',
  invalid: 'Value is not valid',
  oneOf: (options: readonly string[]) => `The value must be ${listText(options, 'or')}`,
  artistName: 'Please enter a stage name, or a first and a last name',
  timeZone: 'Value is not a known time zone',
  zoneOfShows: "The time zone can't change once the location has shows",
  oneLine: 'This field takes a single line of text',
  code: 'The code has six digits',
  secondFactorCode: 'App codes have six digits, recovery codes 16 letters and digits',
  characters: "This field contains characters that can't be stored",
  guessable: 'This password is too easy to guess',
}

/** Chooses the message for a missing value, or for one of another type. */
export const requiredOr = (message: string) => ({
  error: (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null ? messages.required : message,
})

/** Refuses characters that PostgreSQL cannot store: NUL and lone surrogates. */
const storable = z.refine<string>((value) => !value.includes('\u0000') && value.isWellFormed(), {
  error: messages.characters,
})

/** Text that may be empty. */
export const optionalText = (max = 255) =>
  z.string(requiredOr(messages.invalid)).check(z.maxLength(max, messages.maxLength(max)), storable)

/** Text that must not be empty ('Value is required'). */
export const requiredText = (max = 255) =>
  z
    .string(requiredOr(messages.invalid))
    .check(
      z.minLength(1, { error: messages.required, abort: true }),
      z.maxLength(max, messages.maxLength(max)),
      storable,
    )

// A visible character: no whitespace, control or joining character, and no blank letter (Hangul filler, Braille blank).
const VISIBLE = /[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u

// Controls that embed, override and isolate directions. They make text of others read wrong: "Ada<202E>exe.gpj". Marks
// such as U+200F, which right-to-left scripts need, change nothing around them.
const TURNS = /[\u202A-\u202E\u2066-\u2069]/g

const withoutTurns = z.overwrite<string>((value) => value.replaceAll(TURNS, ''))

/**
 * Text with a visible character, possibly in several lines. Trims surrounding whitespace, and leaves out characters
 * that turn the direction of what follows.
 */
export const nonBlankText = (max = 255) =>
  requiredText(max).check(
    z.refine((value) => value === '' || VISIBLE.test(value), { error: messages.blank }),
    withoutTurns,
    z.trim(),
  )

const oneLine = z.refine<string>((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), { error: messages.oneLine })

/** The same on a single line, for names and titles. They appear in lists and in subjects of mails. */
export const singleLineText = (max = 255) => nonBlankText(max).check(oneLine)

/** A single line of text that may be empty. Changes it like `nonBlankText`. */
export const optionalLineText = (max = 255) => optionalText(max).check(withoutTurns, z.trim(), oneLine)

export const email = z
  .string(requiredOr(messages.invalid))
  .check(
    z.minLength(1, { error: messages.required, abort: true }),
    z.maxLength(255, messages.maxLength(255)),
    storable,
    z.email({ error: messages.email }),
  )

/** Limits of a password's length in characters: minimum, maximum at registration, maximum elsewhere (decision 16). */
export const PASSWORD_LENGTH = { least: 8, atRegistration: 72, most: 255 }

/** A password of any characters. `passwordForm` also refuses whitespace only as a new password. */
export const password = (max = PASSWORD_LENGTH.most) =>
  z
    .string(requiredOr(messages.invalid))
    .check(
      z.minLength(1, { error: messages.required, abort: true }),
      z.minLength(PASSWORD_LENGTH.least, messages.minLength(PASSWORD_LENGTH.least)),
      z.maxLength(max, messages.maxLength(max)),
      storable,
    )

/** Tells whether a password is too long to register with. Lengths count code points. */
export const isTooLongToRegister = (value: string) => Array.from(value).length > PASSWORD_LENGTH.atRegistration

/** A whole number in JSON. */
export const integer = (min: number, max = MAX_INTEGER) =>
  z
    .number(requiredOr(messages.invalid))
    .check(
      z.int({ error: messages.whole, abort: true }),
      z.gte(min, messages.minimum(min)),
      z.lte(max, messages.maximum(max)),
    )

/** An amount in cents as input, in JSON. */
export const price = integer(0, MAX_CENTS) as unknown as z.ZodMiniType<Cents, number>

/** An amount in cents as output. A computed amount can exceed the limit of an input, and a sum what a column stores. */
export const amount = integer(0, Number.MAX_SAFE_INTEGER) as unknown as z.ZodMiniType<Cents, number>

/** A whole number in a path or a query, as text. */
export const integerText = (min: number, max = MAX_INTEGER) =>
  z.pipe(
    z.pipe(
      z.union([z.number(), z.string().check(z.regex(/^-?\d{1,15}$/, messages.whole))], requiredOr(messages.whole)),
      z.transform(Number),
    ),
    integer(min, max),
  )

export const priceText = integerText(0, MAX_CENTS) as unknown as z.ZodMiniType<Cents, number | string>

/** `true` or `false` in a query. */
export const flagText = z
  .pipe(
    z.union([z.boolean(), z.enum(['true', 'false'])], { error: messages.invalid }),
    z.transform((value) => value === true || value === 'true'),
  )
  .register(z.globalRegistry, { type: 'boolean' })

const isoMoment = (...further: z.core.$ZodCheck<string>[]) =>
  z
    .pipe(
      z
        .string(requiredOr(messages.date))
        .check(
          z.minLength(1, { error: messages.required, abort: true }),
          z.iso.datetime({ offset: true, error: messages.date, abort: true }),
          ...further,
        ),
      z.transform((text) => new Date(text)),
    )
    .register(z.globalRegistry, { type: 'string', format: 'date-time' })

/** A moment as input: ISO 8601 with offset, from 2000 to 2199. Parsed to a `Date`. */
export const moment = isoMoment(z.regex(/^2[01]/, messages.date))

/** A moment by the clock of a device, which may be wrong by decades. */
export const deviceMoment = isoMoment()

/** A moment as output: a `Date` in the server, ISO 8601 in UTC in the reply. */
export const momentOut = z
  .pipe(
    z.union([z.date(), z.string()]),
    z.transform((value) => (typeof value === 'string' ? value : value.toISOString())),
  )
  .register(z.globalRegistry, { type: 'string', format: 'date-time' })

/** One of a fixed list of values. */
export const oneOf = <const Options extends readonly string[]>(options: Options) =>
  z.enum(options, requiredOr(messages.oneOf(options)))

export const eventType = z.enum(EVENT_TYPES, requiredOr(messages.eventType))

/** The name of an image, as returned by `POST /images`. */
export const imageName = z.string().check(z.regex(/^[a-z0-9-]{1,64}\.png$/, messages.invalid))

/** The schema of a part that a call does not have. */
export const nothing = z.unknown()

/** The schema of an empty reply. */
export const noReply = z.void()

/** The default page size of lists (specification, section 9). */
export const ROWS_PER_PAGE = 10

/** The query parameters of every paged list. */
export const paging = {
  pageIndex: z._default(integerText(0, 1_000_000), 0),
  pageSize: z._default(integerText(1, 100), ROWS_PER_PAGE),
}

/** The reply of a list: the elements of one page, and the total number on all pages. */
export const listOf = <Element extends z.ZodMiniType>(element: Element) =>
  z.object({ total: z.number(), elements: z.array(element) })

export type Paged<Element> = { total: number; elements: Element[] }
export type Paging = { pageIndex: number; pageSize: number }
