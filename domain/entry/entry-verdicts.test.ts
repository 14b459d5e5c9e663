import { expect, test } from 'vitest'
import { canOverrule, correctedTime } from './entry.ts'
import { type EntryTicket, judgeOffline, judgeScan, servesSector } from './entry-verdicts.ts'
import type { SectorId } from '../ids.ts'
import { readDoorCode } from './door-code.ts'

const at = new Date('2026-05-01T18:00:00Z')
const rules = { isCancelled: false, doorsOpenAt: null, reEntry: false }
const scan = { issue: 1, direction: 'IN', isServed: true, isLive: true, at } as const
const ticket: EntryTicket = { issue: 1, isRefunded: false, isDisputed: false, presence: 'NEVER' }
const admitted = { verdict: 'ADMITTED', reason: null }
const refused = (reason: string) => ({ verdict: 'REFUSED', reason })

test('admits a valid ticket, and lets out a person who is inside', () => {
  expect(judgeScan(scan, ticket, rules)).toEqual(admitted)
  const inside = { ...ticket, presence: 'INSIDE' } as const
  expect(judgeScan({ ...scan, direction: 'OUT' }, inside, rules)).toEqual({ verdict: 'LEFT', reason: null })
  expect(judgeScan({ ...scan, direction: 'OUT' }, ticket, rules)).toEqual(refused('NOT_IN'))
})

test('refuses for each reason, the most final one first', () => {
  const left = { ...ticket, presence: 'LEFT' } as const
  const later = new Date(at.getTime() + 1)
  expect(judgeScan(scan, { ...ticket, isRefunded: true, issue: 2 }, rules)).toEqual(refused('REFUNDED'))
  expect(judgeScan(scan, { ...ticket, issue: 2, presence: 'INSIDE' }, rules)).toEqual(refused('OLD_CODE'))
  expect(judgeScan(scan, ticket, { ...rules, isCancelled: true })).toEqual(refused('SHOW_CANCELLED'))
  expect(judgeScan({ ...scan, isLive: false }, { ...ticket, isDisputed: true }, rules)).toEqual(refused('NOT_LIVE'))
  expect(judgeScan(scan, { ...ticket, isDisputed: true }, rules)).toEqual(refused('DISPUTED'))
  expect(judgeScan({ ...scan, isServed: false }, ticket, rules)).toEqual(refused('WRONG_GATE'))
  expect(judgeScan(scan, ticket, { ...rules, doorsOpenAt: later })).toEqual(refused('TOO_EARLY'))
  expect(judgeScan(scan, ticket, { ...rules, doorsOpenAt: at })).toEqual(admitted)
  expect(judgeScan(scan, { ...ticket, presence: 'INSIDE' }, rules)).toEqual(refused('ALREADY_IN'))
  expect(judgeScan(scan, left, rules)).toEqual(refused('ALREADY_IN'))
  const inside = { ...ticket, presence: 'INSIDE' } as const
  expect(judgeScan({ ...scan, isLive: false }, inside, rules)).toEqual(refused('ALREADY_IN'))
  expect(judgeScan({ ...scan, isLive: false, direction: 'OUT' }, inside, rules)).toEqual(refused('NOT_LIVE'))
  // A supervisor who overrules the gate, the time or the dispute must know that the ticket was used.
  const used = { ...ticket, presence: 'INSIDE', isDisputed: true } as const
  expect(judgeScan({ ...scan, isServed: false }, used, { ...rules, doorsOpenAt: later })).toEqual(refused('ALREADY_IN'))
  expect(judgeScan(scan, left, { ...rules, reEntry: true })).toEqual(admitted)
})

test('decides without a network as the show says about tickets that the set does not know yet', () => {
  const [admit, ask] = [
    { ...rules, offlineUnknown: 'ADMIT' as const },
    { ...rules, offlineUnknown: 'ASK' as const },
  ]
  expect([judgeOffline(scan, undefined, admit), judgeOffline(scan, undefined, ask)]).toEqual([admitted, 'ASK'])
  expect([
    judgeOffline({ ...scan, issue: 2 }, ticket, admit),
    judgeOffline({ ...scan, issue: 2 }, ticket, ask),
  ]).toEqual([admitted, 'ASK'])
  expect(judgeOffline(scan, ticket, ask)).toEqual(admitted)
  expect(judgeOffline(scan, { ...ticket, issue: 2 }, admit)).toEqual(refused('OLD_CODE'))
  expect(judgeOffline({ ...scan, issue: 2 }, { ...ticket, isRefunded: true }, admit)).toEqual(refused('REFUNDED'))
  expect(judgeOffline({ ...scan, issue: 2 }, { ...ticket, presence: 'INSIDE' }, admit)).toEqual(refused('ALREADY_IN'))
  expect(judgeOffline({ ...scan, isServed: false }, undefined, ask)).toEqual(refused('WRONG_GATE'))
  expect(judgeOffline({ ...scan, direction: 'OUT' }, undefined, ask)).toEqual({ verdict: 'LEFT', reason: null })
})

test('lets a gate without sectors serve all, and any other its own', () => {
  const [stalls, floor] = [1, 2] as SectorId[]
  expect([servesSector([], floor), servesSector([stalls as SectorId], stalls)]).toEqual([true, true])
  expect([servesSector([stalls as SectorId], floor), servesSector([stalls as SectorId], undefined)]).toEqual([
    false,
    false,
  ])
})

test('lets supervisors overrule what does not concern the validity of the ticket', () => {
  expect((['ALREADY_IN', 'WRONG_GATE', 'TOO_EARLY', 'DISPUTED'] as const).every(canOverrule)).toBe(true)
  expect((['REFUNDED', 'OLD_CODE', 'NOT_VALID', 'OTHER_DAY', 'SHOW_CANCELLED'] as const).some(canOverrule)).toBe(false)
})

test('corrects the time of a phone, never before its last contact nor after the receipt', () => {
  const time = (minute: number) => new Date(at.getTime() + minute * 60_000)
  const phone = { scannedAt: time(70), clockOffsetMs: -3_600_000, lastContactAt: at }
  expect(correctedTime(phone, time(30))).toEqual(time(10))
  expect(correctedTime(phone, time(5))).toEqual(time(5))
  expect(correctedTime({ ...phone, clockOffsetMs: -7_200_000 }, time(30))).toEqual(at)
})

test('reads a typed door code in any way of writing it', () => {
  expect(readDoorCode('k7qj-2mzd')).toBe('K7QJ2MZD')
  expect(readDoorCode(' O7QJ IMLD ')).toBe('07QJ1M1D')
  expect([readDoorCode('K7QJ2MZ'), readDoorCode('K7QJ2MZDX'), readDoorCode('U7QJ2MZD'), readDoorCode('')]).toEqual([
    ...Array.from({ length: 4 }, () => undefined),
  ])
})
