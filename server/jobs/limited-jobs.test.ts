import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import { expect, test } from 'vitest'
import { LimitedJobs } from './limited-jobs.ts'

test('takes no more jobs with a flag than its limit, which may change, also while several are asked for', () => {
  let limit = 2
  const limited = new LimitedJobs({ mail: () => limit, provider: () => Infinity })
  const events: WorkerEvents = new EventEmitter()
  limited.watch(events)
  const start = (id: string, flags: Record<string, true> | null) =>
    events.emit('job:start', { job: { id, flags } } as never)
  const complete = (id: string) => events.emit('job:complete', { job: { id } } as never)

  expect([limited.ask(), limited.ask(), limited.ask()]).toEqual([[], [], ['mail']])
  start('1', { mail: true })
  start('2', null)
  events.emit('worker:getJob:empty', {} as never)
  expect(limited.ask()).toEqual([])
  start('3', { mail: true })
  expect(limited.ask()).toEqual(['mail'])
  events.emit('worker:getJob:empty', {} as never)
  complete('1')
  limit = 1
  expect(limited.ask()).toEqual(['mail'])
  events.emit('worker:getJob:empty', {} as never)
  complete('3')
  expect(limited.ask()).toEqual([])
})
