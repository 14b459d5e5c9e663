import type { TaskList } from 'graphile-worker'
import type { AppContext } from '#server/context.ts'
import { sumFinishedDays } from './sum-finished-days.ts'

export function figuresJobs({ db, settings }: AppContext): TaskList {
  return { 'sum-finished-days': () => sumFinishedDays(db, settings.SHOP_TIME_ZONE) }
}
