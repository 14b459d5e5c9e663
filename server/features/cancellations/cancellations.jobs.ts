import type { TaskList } from 'graphile-worker'
import type { AppContext } from '#server/context.ts'
import type { CancelledShow } from './cancellations.sql.ts'
import { refundCancelledShow } from './refund-cancelled-show.ts'
import { resumeCancellations } from './resume-cancellations.ts'

export function cancellationJobs(context: AppContext): TaskList {
  return {
    'refund-cancelled-show': (payload) => refundCancelledShow(context, payload as CancelledShow),
    'resume-cancellations': () => resumeCancellations(context.db),
  }
}
