import { expect, test, vi } from 'vitest'
import { codeOf, givenSet as set, ticketId as id } from '#client/testing/given-entry-set.ts'
import vectors from '../../docs/ticket-code-vectors.json' with { type: 'json' }
import { TicketList } from './ticket-list.ts'

const given = () => new TicketList(set, [], 0)
const judge = async (list: TicketList, text: string) =>
  (await list.judge({ text, direction: 'IN', at: new Date(), gateId: null })).judgement
const refused = (reason: string) => ({ verdict: 'REFUSED', reason })

test('keeps a person inside when the code is replaced before the shop hears of the admission', async () => {
  const list = given()
  expect(await judge(list, codeOf(1))).toEqual({ verdict: 'ADMITTED', reason: null })
  list.notePassage({ id, issue: 1 }, 'IN')
  list.apply([[id, 2, '-']])
  expect(await judge(list, codeOf(2))).toEqual(refused('ALREADY_IN'))
  expect(await judge(list, codeOf(1))).toEqual(refused('OLD_CODE'))
})

test('keeps the newest issue when an unsent admission of an earlier one is noted again', async () => {
  const list = given()
  list.apply([[id, 2, '-']])
  list.notePassage({ id, issue: 1 }, 'IN')
  expect(await judge(list, codeOf(1))).toEqual(refused('OLD_CODE'))
  expect(await judge(list, codeOf(2))).toEqual(refused('ALREADY_IN'))
})

test('remembers why the shop refused a code, and refuses its copies itself', async () => {
  const list = given()
  for (const [reason, own] of [
    ['WRONG_GATE', null],
    ['DISPUTED', 'DISPUTED'],
    ['ALREADY_IN', 'ALREADY_IN'],
    ['OLD_CODE', 'OLD_CODE'],
    ['REFUNDED', 'REFUNDED'],
  ] as const) {
    list.noteRefusal({ id, issue: 1 }, reason)
    expect(await judge(list, codeOf(1))).toEqual(own === null ? { verdict: 'ADMITTED', reason: null } : refused(own))
  }
})

test('refuses the code of a ticket that came in by its code to type, and says when', async () => {
  const list = given()
  const at = new Date('2099-05-01T17:05:00Z')
  list.notePassage({ id, issue: undefined }, 'IN', at)
  list.apply([[id, 1, 'i']], new Date('2099-05-01T17:20:00Z'))
  const own = await list.judge({ text: codeOf(1), direction: 'IN', at: new Date(), gateId: null })
  expect(own).toMatchObject({ judgement: refused('ALREADY_IN'), admittedAt: at })
})

test('tells no time of an admission from a later change of a person who was inside', async () => {
  const list = new TicketList(set, [[id, 1, 'i']], 0)
  list.apply([[id, 2, 'i']], new Date('2099-05-01T17:20:00Z'))
  const own = await list.judge({ text: codeOf(2), direction: 'IN', at: new Date(), gateId: null })
  expect(own).toMatchObject({ judgement: refused('ALREADY_IN'), admittedAt: null })
})

test('asks about codes that it cannot verify, though the list has their ticket', async () => {
  vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('No Ed25519', 'NotSupportedError'))
  const list = given()
  vi.restoreAllMocks()
  expect(await judge(list, codeOf(1))).toBe('UNVERIFIED')
  list.notePassage({ id, issue: 1 }, 'IN')
  expect(await judge(list, codeOf(1))).toEqual(refused('ALREADY_IN'))
})

test('follows the shop when it says that a person has left, and when the ticket is refunded', async () => {
  const list = new TicketList({ ...set, show: { ...set.show, reEntry: true } }, [], 0)
  list.notePassage({ id, issue: 1 }, 'IN')
  list.apply([[id, 1, 'l']])
  expect(await judge(list, codeOf(1))).toEqual({ verdict: 'ADMITTED', reason: null })
  list.apply([[id, 1, 'R']])
  expect(await judge(list, codeOf(1))).toEqual(refused('REFUNDED'))
})

test('needs the shop for codes of keys that are newer than the list, and refuses forged ones', async () => {
  expect(await judge(given(), codeOf(1, 2))).toBe('NEW_KEY')
  const changed = `${codeOf(1).slice(0, -1)}0`
  expect(await judge(given(), changed === codeOf(1) ? `${codeOf(1).slice(0, -1)}1` : changed)).toEqual(
    refused('NOT_VALID'),
  )
  const rotated = new TicketList({ ...set, keys: [{ number: 2, publicKey: vectors.publicKey }] }, [], 0)
  expect(await judge(rotated, codeOf(1))).toEqual(refused('NOT_VALID'))
})
