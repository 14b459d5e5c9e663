import type { TaskList } from 'graphile-worker'
import type { AppContext } from '#server/context.ts'
import { widenEventTimes } from './widen-event-times.ts'

export function eventJobs({ db }: AppContext): TaskList {
  return { 'widen-event-times': () => widenEventTimes(db) }
}
