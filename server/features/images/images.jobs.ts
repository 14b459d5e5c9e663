import type { TaskList } from 'graphile-worker'
import type { AppContext } from '#server/context.ts'
import { sweepImages } from './sweep-images.ts'

export function imageJobs({ db }: AppContext): TaskList {
  return { 'sweep-images': () => sweepImages(db) }
}
