import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { areLiveDigits, type Hmac, liveDigits, liveSecret, liveStepAt, splitLiveCode } from './live-code.ts'

type Vectors = {
  showKey: string
  tickets: { ticketId: number; issue: number; secret: string; codes: { at: string; step: number; digits: string }[] }[]
}
const file = new URL('../../docs/live-code-vectors.json', import.meta.url)
const { showKey, tickets } = JSON.parse(readFileSync(file, 'utf8')) as Vectors

const hmac: Hmac = async (key, message) => createHmac('sha256', key).update(message).digest()

test.each(tickets)('computes the published digits of ticket $ticketId, issue $issue', async (ticket) => {
  const secret = await liveSecret(hmac, Buffer.from(showKey, 'hex'), ticket)
  expect(Buffer.from(secret).toString('hex')).toBe(ticket.secret)
  for (const { at, step, digits } of ticket.codes) {
    expect([liveStepAt(new Date(at)), await liveDigits(hmac, secret, step)]).toEqual([step, digits])
  }
})

test('computes the truncated values of RFC 6238 for SHA-256', async () => {
  const secret = Buffer.from('12345678901234567890123456789012')
  // The steps of its table, which are 30 seconds long there.
  expect(await liveDigits(hmac, secret, 1)).toBe('46119246')
  expect(await liveDigits(hmac, secret, 37_037_036)).toBe('68084774')
  expect(await liveDigits(hmac, secret, 666_666_666)).toBe('77737706')
})

test('accepts digits for at most 30 seconds after their step began, and 15 before', async () => {
  const secret = Buffer.from('12345678901234567890123456789012')
  const begin = Date.parse('2026-05-01T18:00:00Z')
  const digits = await liveDigits(hmac, secret, liveStepAt(new Date(begin)))
  const isAccepted = (ms: number) => areLiveDigits(hmac, secret, { digits, at: new Date(begin + ms) })
  expect(await Promise.all([-15_001, -15_000, 0, 14_999, 29_999, 30_000].map(isAccepted))).toEqual([
    ...[false, true, true, true, true, false],
  ])
})

test('splits a live code, and leaves any other text alone', () => {
  const code = `F1${'A'.repeat(112)}12345678`
  expect(splitLiveCode(`${code}87654321`)).toEqual({ code, digits: '87654321' })
  for (const text of [code, '', '12345678', `${code}8765432`, `${code}876543210`, `${code}8765432X`]) {
    expect(splitLiveCode(text)).toEqual({ code: text, digits: null })
  }
})
