import type { Books } from './books.ts'
import { invalidParam } from './problems.ts'
import { refundsOf } from './refunds.ts'

type Json = Record<string, unknown>

/** Copies an object, with the objects of these paths in place of their ids, such as `payment_intent.latest_charge`. */
export function expand(books: Books, object: unknown, paths: readonly string[]): unknown {
  const copy = structuredClone(object)
  for (const path of paths) expandPath(books, copy, path.split('.'))
  return copy
}

function expandPath(books: Books, object: unknown, [field, ...rest]: readonly string[]): void {
  if (Array.isArray(object)) for (const item of object) expandPath(books, item, [field ?? '', ...rest])
  if (field === undefined || !isJson(object)) return
  if (field !== 'data') object[field] = structuredClone(read(books, object, field))
  expandPath(books, object[field], rest)
}

function read(books: Books, object: Json, field: string): unknown {
  const value = object[field]
  if (field === 'refunds' && object['object'] === 'charge') {
    const data = refundsOf(books, String(object['id']))
    const url = `/v1/charges/${String(object['id'])}/refunds`
    return { object: 'list', url, has_more: data.length > 10, data: data.slice(0, 10) }
  }
  if (typeof value !== 'string') {
    if (value === null || isJson(value)) return value
    throw invalidParam('expand', `This property cannot be expanded (${field}).`)
  }
  if (field === 'payment_intent') return books.intents.get(value)
  if (field === 'latest_charge' || field === 'charge') return books.charges.get(value)
  if (field === 'balance_transaction') return books.balance.find(({ id }) => id === value)
  if (field === 'source') {
    const { charges, refunds, disputes, payouts } = books
    return charges.get(value) ?? refunds.get(value) ?? disputes.get(value) ?? payouts.get(value)
  }
  throw invalidParam('expand', `This property cannot be expanded (${field}).`)
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
