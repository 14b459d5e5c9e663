import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addStream, listStreams } from './streams.ts'

test('lists the transfer that began earlier first, whatever the time in its name', async () => {
  const streams = await mkdtemp(join(tmpdir(), 'foyer-streams-'))
  onTestFinished(() => rm(streams, { recursive: true }))
  const stream = { folder: '', timeline: 1, endLsn: '0/0' }
  await addStream(streams, { ...stream, slot: 'foyer_20261201t000000z', startLsn: '0/9000000' })
  await addStream(streams, { ...stream, slot: 'foyer_20261129t000000z', startLsn: '0/10000000' })
  await addStream(streams, { ...stream, slot: 'foyer_20261128t000000z', startLsn: '0/1', timeline: 2 })
  expect((await listStreams(streams)).map(({ startLsn }) => startLsn)).toEqual(['0/9000000', '0/10000000', '0/1'])
})
