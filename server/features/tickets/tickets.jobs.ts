import type { TaskList } from 'graphile-worker'
import type { AppContext } from '#server/context.ts'
import { sweepReservations } from './sweep-reservations.ts'

export function ticketJobs({ db }: AppContext): TaskList {
  return { 'sweep-reservations': () => sweepReservations(db) }
}
