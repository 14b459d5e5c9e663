import * as z from 'zod'
import { isDatabaseAddress } from '../db/database-address.ts'

/** Settings as the environment gives them, without empty ones. */
export type Given = Readonly<Record<string, string | undefined>>

/** On or off, as 1 or 0. */
export const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((value) => value === '1')

/** A whole number within limits. */
export const whole = (min: number, max: number) => {
  const sentence = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^-?\d+$/, sentence)
    .transform(Number)
    .refine((value) => value >= min && value <= max, sentence)
}

/** Accepts addresses of these protocols, with a host, but without ? and #. */
export const addressOf = (protocols: RegExp) => (value: string) => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url !== undefined && protocols.test(url.protocol) && url.hostname !== '' && !url.search && !url.hash
}

/** Splits a list at its commas. */
export const listed = (value: string) => value.split(',').map((part) => part.trim())

/** An address to append paths to: it ends with a slash. */
export const address = z
  .string()
  .refine(addressOf(/^https?:$/), 'must be an http or https address without ? and #')
  .transform((value) => (value.endsWith('/') ? value : `${value}/`))

/** An address that everybody sees. */
export const publicAddress = address.refine(
  (value) => !new URL(value).username && !new URL(value).password,
  'must have no user name and password, because everybody sees it',
)

/** The address of a PostgreSQL database, with one host or several. */
export const databaseAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
  .refine(
    isDatabaseAddress,
    'must be like postgres://user:password@host:5432/name, with %2F, %23, %3F and %40 for / # ? and @ in the password',
  )

/** Tells whether a host of a URL is this machine itself. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
}
