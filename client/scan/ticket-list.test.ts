import { createPrivateKey, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import type { EntrySet } from '#contract/entry.ts'
import type { PlaceId, SectorId, ShowId, TicketId } from '#domain/ids.ts'
import { payloadOf, signedBytes, ticketCodeText } from '#domain/ticket-code.ts'
import vectors from '../../docs/ticket-code-vectors.json' with { type: 'json' }
import { TicketList } from './ticket-list.ts'

const [id, placeId] = [5 as TicketId, 7 as PlaceId]
// PKCS #8 of an Ed25519 key is this prefix and the seed.
const der = Buffer.from(`302e020100300506032b657004220420${vectors.seed}`, 'hex')
const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })

function codeOf(issue: number, keyNumber = 1): string {
  const payload = payloadOf({ keyNumber, showId: 1 as ShowId, ticketId: id, issue, placeId })
  return ticketCodeText(payload, sign(null, signedBytes(payload), privateKey))
}

const set: EntrySet = {
  show: {
    ...{ id: 1 as ShowId, name: '', eventTitle: 'Tosca', locationName: 'Opera', timeZone: 'UTC', version: 1 },
    ...{ startTime: '2099-05-01T17:30:00Z', endTime: '2099-05-01T20:00:00Z', isCancelled: false, doorsOpenAt: null },
    ...{ reEntry: false, offlineUnknown: 'ADMIT', liveCodes: false },
  },
  liveKey: null,
  keys: [{ number: 1, publicKey: vectors.publicKey }],
  gates: [],
  sectors: [{ id: 1 as SectorId, name: 'Stalls' }],
  places: [[1 as SectorId, 'SITTING', 'A', placeId, 1, 1, 1]],
  tickets: { ids: [id], issues: [], states: '-' },
}
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
