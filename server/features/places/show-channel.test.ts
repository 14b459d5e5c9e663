import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { PlaceId } from '#domain/ids.ts'
import { pacedWork } from '#server/concurrency/paced-work.ts'
import type { EventStream } from '#server/http/serve-stream.ts'
import { ShowChannel } from './show-channel.ts'

const channels: ShowChannel[] = []
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close()
})

const stream = { send: () => undefined, end: () => undefined, onClose: () => undefined } as unknown as EventStream

/** Opens watched channels, which count how many of them are read at the same time. */
function openChannels(count: number) {
  const reading = { now: 0, most: 0, each: Array.from({ length: count }, () => 0) }
  const paced = pacedWork(0.5)
  channels.push(
    ...reading.each.map((_, index) => {
      const read = async () => {
        reading.now += 1
        reading.most = Math.max(reading.most, reading.now)
        reading.each[index] = (reading.each[index] ?? 0) + 1
        await wait(2)
        reading.now -= 1
        return new Map()
      }
      return new ShowChannel(read, new Map(), { heartbeatMs: 20, paced, look: async () => 'open', onEnd: () => {} })
    }),
  )
  for (const channel of channels) channel.join(stream, undefined)
  return reading
}

test('sends the events that clients have missed without a copy for each of them', async () => {
  const sent: Uint8Array[][] = [[], []]
  const streamInto = (into: Uint8Array[]) =>
    ({ ...stream, send: (...events: Uint8Array[]) => into.push(...events) }) as unknown as EventStream
  const settings = { heartbeatMs: 60_000, paced: pacedWork(0.5), look: async () => 'open' as const, onEnd: () => {} }
  const channel = new ShowChannel(async () => new Map(), new Map(), settings)
  channels.push(channel)
  const first: Uint8Array[] = []
  channel.join(streamInto(first), undefined)
  const id = /^id: (\S+)$/m.exec(Buffer.concat(first).toString())?.[1]
  channel.refresh([1, 2] as PlaceId[])
  await expect.poll(() => Buffer.concat(first).toString()).toContain('[[1,0],[2,0]]')
  for (const into of sent) channel.join(streamInto(into), id)
  const [missed, again] = sent.map((events) => events.find((each) => Buffer.from(each).includes('[[1,0],[2,0]]')))
  expect(missed).toBeDefined()
  expect(again?.buffer).toBe(missed?.buffer)
})

test('reads the places of watched shows again one show after the other, and all in turn', async () => {
  const reading = openChannels(20)
  await expect.poll(() => Math.min(...reading.each), { timeout: 10_000 }).toBeGreaterThanOrEqual(2)
  expect(reading.most).toBe(1)
  expect(Math.max(...reading.each)).toBeLessThanOrEqual(4)
})

test('goes on with the next shows when one closes that was waiting', async () => {
  const reading = openChannels(3)
  await expect.poll(() => reading.now).toBe(1)
  channels[0]?.close()
  channels[1]?.close()
  const before = reading.each[2] ?? 0
  await expect.poll(() => reading.each[2]).toBeGreaterThan(before + 1)
})
