import type { TaskList } from 'graphile-worker'
import type { PaymentId, RefundId, ShowId } from '#domain/ids.ts'
import type { AppContext } from '#server/context.ts'
import { bookLeftMovements } from '../statements/book-statement.ts'
import { fetchMissedEvents, followEvent } from './follow-event.ts'
import { followPayment } from './look-at-payment.ts'
import { moveDeadlines } from './move-deadlines.ts'
import { sendRefund } from './send-refund.ts'
import { sweepPayments } from './sweep-payments.ts'

export function paymentJobs(context: AppContext): TaskList {
  return {
    'look-at-payment': (payload) => {
      const { paymentId, cause = 'look' } = payload as { paymentId: PaymentId; cause?: string }
      return followPayment(context, paymentId, cause)
    },
    'move-deadlines': (payload) => moveDeadlines(context, (payload as { showId: ShowId }).showId),
    'send-refund': (payload) => sendRefund(context, (payload as { refundId: RefundId }).refundId),
    'follow-event': (payload) => followEvent(context, payload as { provider: string; eventId: string }),
    'sweep-payments': async () => {
      await sweepPayments(context)
      await bookLeftMovements(context)
    },
    'fetch-missed-events': () => fetchMissedEvents(context),
  }
}
