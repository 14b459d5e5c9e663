import { randomBytes } from 'node:crypto'

/** An amount as Mollie writes it, such as { currency: 'EUR', value: '-0.29' }. */
export type Amount = { currency: string; value: string }

export const centsOf = ({ value }: Amount): number => Math.round(Number(value) * 100)
export const inEuro = (cents: number): Amount => ({ currency: 'EUR', value: (cents / 100).toFixed(2) })

/** The stand-in's clock, ahead of the machine's. */
type Clock = { clockAheadMs: number }

export const now = ({ clockAheadMs }: Clock): number => Date.now() + clockAheadMs
export const moment = (clock: Clock): string => new Date(now(clock)).toISOString()

export const newId = (prefix: string): string => `${prefix}_${randomBytes(8).toString('hex')}`
