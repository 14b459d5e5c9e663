import { expect, test } from 'vitest'
import { RecentEvents } from './recent-events.ts'

const textOf = (events: Uint8Array | undefined) => events && Buffer.from(events).toString()

test('joins the events after an id once for all clients, without a copy for each', () => {
  const recent = new RecentEvents()
  const ids = Array.from({ length: 1_000 }, (_, place) => {
    recent.add({ data: [[place, 1]] })
    return recent.lastId
  })
  const [one, other] = [recent.since(ids[0] ?? ''), recent.since(ids[997] ?? '')]
  expect(textOf(one)?.match(/data: /g)).toHaveLength(999)
  expect(textOf(other)).toBe(`id: ${ids[998]}\ndata: [[998,1]]\n\nid: ${ids[999]}\ndata: [[999,1]]\n\n`)
  expect(one?.buffer).toBe(other?.buffer)
  expect(recent.since(recent.lastId)).toHaveLength(0)
  recent.add({ data: [[7, 0]] })
  expect(textOf(recent.since(ids[999] ?? ''))).toBe(`id: ${recent.lastId}\ndata: [[7,0]]\n\n`)
})

test('knows no id of another server, of the future, or that is no longer kept', () => {
  const recent = new RecentEvents()
  const first = recent.lastId
  recent.add({ data: [] })
  expect(recent.since(new RecentEvents().lastId)).toBeUndefined()
  expect(recent.since(first.replace(/0$/, '2'))).toBeUndefined()
  for (let event = 0; event < 3_000; event += 1) recent.add({ data: [[event, 1]] })
  expect(recent.since(first)).toBeUndefined()
})
