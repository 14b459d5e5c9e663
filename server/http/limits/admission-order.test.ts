import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { CROWD, send, slowServer, VISITOR } from '#server/testing/slow-server.ts'

test('limits the requests of all networks, of which others wait for a while', async () => {
  const ofNetwork = { running: 2, waiting: 10, waitMs: 60_000 }
  const { app, turns, names, queue, end } = await slowServer(ofNetwork, { running: 2 })
  const sent = [send(app, '/a', CROWD), send(app, '/b', VISITOR)]
  await expect.poll(names).toHaveLength(2)
  for (const name of ['c', 'd']) sent.push(await queue(app, `/${name}`, '127.0.0.4'))
  for (const [ended, next] of [
    ['a', 'c'],
    ['b', 'd'],
  ] as const) {
    end(ended)
    await expect.poll(names).toContain(next)
  }
  for (const name of ['c', 'd']) end(name)
  for (const { answer } of sent) expect((await answer).status).toBe(200)
  await expect.poll(() => turns.size).toBe(0)
})

test('works on requests in the order of arrival before an overload, however lucky others are', async () => {
  const { app, names, queue, end } = await slowServer(
    { running: 2, waiting: 10, waitMs: 60_000 },
    { running: 1 },
    { '127.0.0.4': 0.1, '127.0.0.5': 0.9 },
  )
  const first = send(app, '/first', CROWD)
  await expect.poll(names).toEqual(['first'])
  const unlucky = await queue(app, '/unlucky', '127.0.0.4')
  const lucky = await queue(app, '/lucky', '127.0.0.5')
  end('first')
  await expect.poll(names).toEqual(['unlucky'])
  end('unlucky')
  await expect.poll(names).toEqual(['lucky'])
  end('lucky')
  for (const { answer } of [first, unlucky, lucky]) expect((await answer).status).toBe(200)
})

test('works first on a network of which it works on nothing, and takes no crowd of few networks for an overload', async () => {
  const ofNetwork = { running: 10, waiting: 10, waitMs: 60_000 }
  const lucks = { [CROWD]: 0.9, '127.0.0.4': 0.8, [VISITOR]: 0.1 }
  const { app, turns, names, queue, end } = await slowServer(ofNetwork, { running: 5, writing: 3 }, lucks)
  const writes: Awaited<ReturnType<typeof queue>>[] = []
  const write = async (name: string, from: string) => {
    writes.push(await queue(app, `/${name}`, from, { method: 'POST' }))
  }
  for (const name of ['a', 'b', 'c']) {
    await write(`crowd-${name}`, CROWD)
    await write(`other-${name}`, '127.0.0.4')
  }
  expect(names()).toEqual(['crowd-a', 'other-a', 'crowd-b'])
  await wait(1_100)
  await write('visitor', VISITOR)
  end('crowd-a')
  await expect.poll(names).toEqual(['other-a', 'crowd-b', 'visitor'])
  end('visitor')
  await expect.poll(names).toEqual(['other-a', 'crowd-b', 'other-b'])
  for (const name of ['other-a', 'crowd-b', 'other-b', 'crowd-c', 'other-c']) {
    await expect.poll(names).toContain(name)
    end(name)
  }
  for (const { answer } of writes) expect((await answer).status).toBe(200)
  expect(turns.takeRefusals()).toBe(0)
})

test('works on a few requests of an account that write, while others leave their room to other accounts', async () => {
  const ofNetwork = { running: 2, waiting: 10, waitMs: 60_000 }
  const { app, turns, names, queue, end } = await slowServer(ofNetwork, { running: 4, writing: 3 })
  const networks = ['127.0.0.4', '127.0.0.5', '127.0.0.6']
  const sent: Awaited<ReturnType<typeof queue>>[] = []
  for (const [at, name] of ['a', 'b', 'c', 'd', 'e', 'f'].entries()) {
    sent.push(await queue(app, `/${name}?account=1`, networks[at % networks.length] ?? '', { method: 'POST' }))
  }
  await wait(1_100)
  expect(names()).toEqual(['a', 'b'])
  sent.push(await queue(app, '/other?account=2', VISITOR, { method: 'POST' }))
  await expect.poll(names).toEqual(['a', 'b', 'other'])
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'other']) {
    await expect.poll(names).toContain(name)
    end(name)
  }
  for (const { answer } of sent) expect((await answer).status).toBe(200)
  await expect.poll(() => turns.size).toBe(0)
})

test('works on batched requests beside all that write', async () => {
  const ofNetwork = { running: 10, waiting: 10, waitMs: 60_000 }
  const { app, names, queue, end } = await slowServer(ofNetwork, { running: 3, writing: 1, batched: 2 })
  const sent = []
  for (const name of ['write', 'late', 'batched-1', 'batched-2', 'batched-3']) {
    sent.push(await queue(app, `/${name}`, CROWD, { method: 'POST' }))
  }
  expect(names()).toEqual(['write', 'batched-1', 'batched-2'])
  end('batched-1')
  await expect.poll(names).toEqual(['write', 'batched-2', 'batched-3'])
  end('write')
  await expect.poll(names).toEqual(['batched-2', 'batched-3', 'late'])
  for (const name of names()) end(name)
  for (const { answer } of sent) expect((await answer).status).toBe(200)
})

test('works on the requests of the luckiest networks in an overload, and refuses the others at once', async () => {
  const { app, turns, names, queue, end } = await slowServer(
    { running: 2, waiting: 10, waitMs: 60_000 },
    { running: 1 },
    { '127.0.0.4': 0.3, '127.0.0.5': 0.1, '127.0.0.6': 0.9 },
  )
  const first = send(app, '/first', CROWD)
  await expect.poll(names).toEqual(['first'])
  const unlucky = await queue(app, '/unlucky', '127.0.0.4')
  await wait(1_100)
  expect(await send(app, '/unluckier', '127.0.0.5').answer).toEqual({ status: 503, retryAfter: '2' })
  const lucky = send(app, '/lucky', '127.0.0.6')
  expect(await unlucky.answer).toEqual({ status: 503, retryAfter: '2' })
  expect([turns.takeRefusals(), turns.takeRefusals()]).toEqual([2, 0])
  end('first')
  await expect.poll(names).toEqual(['lucky'])
  end('lucky')
  for (const { answer } of [first, lucky]) expect((await answer).status).toBe(200)
  await expect.poll(() => turns.size).toBe(0)
})

test('works on requests that write before those that read', async () => {
  const ofNetwork = { running: 5, waiting: 10, waitMs: 60_000 }
  const { app, names, queue, end } = await slowServer(ofNetwork, { running: 1, waiting: 2 })
  const first = send(app, '/first', CROWD)
  await expect.poll(names).toEqual(['first'])
  const read = await queue(app, '/read', CROWD)
  const write = await queue(app, '/write', CROWD, { method: 'POST' })
  expect((await send(app, '/surplus', CROWD).answer).status).toBe(503)
  for (const [ended, next] of [
    ['first', 'write'],
    ['write', 'read'],
  ] as const) {
    end(ended)
    await expect.poll(names).toEqual([next])
  }
  end('read')
  for (const { answer } of [first, read, write]) expect((await answer).status).toBe(200)
})

test('refuses reads in an overload before requests that write, however lucky they are', async () => {
  const { app, names, queue, end } = await slowServer(
    { running: 10, waiting: 10, waitMs: 60_000 },
    { running: 1 },
    { [CROWD]: 0.1, [VISITOR]: 0.9 },
  )
  const first = send(app, '/first', CROWD, { method: 'POST' })
  await expect.poll(names).toEqual(['first'])
  const read = await queue(app, '/read', VISITOR)
  await wait(1_100)
  const write = await queue(app, '/write', CROWD, { method: 'POST' })
  expect(await read.answer).toEqual({ status: 503, retryAfter: '2' })
  end('first')
  await expect.poll(names).toEqual(['write'])
  end('write')
  for (const { answer } of [first, write]) expect((await answer).status).toBe(200)
})

test('reads while requests that write do not end', async () => {
  const { app, names, end } = await slowServer({ running: 10, waiting: 10, waitMs: 60_000 }, { running: 4, writing: 2 })
  const writes = ['a', 'b', 'c'].map((name) => send(app, `/${name}`, CROWD, { method: 'POST' }))
  await expect.poll(names).toHaveLength(2)
  await wait(1_100)
  const read = send(app, '/read', CROWD)
  await expect.poll(names).toContain('read')
  for (const name of ['a', 'b', 'read']) end(name)
  await expect.poll(names).toHaveLength(1)
  for (const name of names()) end(name)
  for (const { answer } of [...writes, read]) expect((await answer).status).toBe(200)
})
