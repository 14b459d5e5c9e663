import type { TaskList } from 'graphile-worker'
import type { AppContext } from '#server/context.ts'
import { eventTimesWidener } from './widen-event-times.ts'

export function eventJobs({ db }: AppContext): TaskList {
  return { 'widen-event-times': eventTimesWidener(db) }
}
