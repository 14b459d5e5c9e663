import type { TaskList } from 'graphile-worker'
import type { Logger } from 'pino'
import { causesOf } from '#server/db/job-payload.ts'
import type { Mailer } from '#server/gateways/mailer.ts'
import { withRequestId } from '#server/request-id.ts'
import { describeFault } from './describe-fault.ts'
import type { Metrics } from './metrics.ts'
import { endSpan, inSpan, startJobSpan } from './tracing.ts'

type Observer = { log: Logger; metrics: Metrics; isLogging: boolean }

/** Counts the runs of all tasks and logs each in one line, with the ids of the requests that caused it. */
export function observeTasks(tasks: TaskList, { log, metrics, isLogging }: Observer): TaskList {
  const observed: TaskList = {}
  for (const [name, task] of Object.entries(tasks)) {
    observed[name] = async (payload, helpers) => {
      const { id, attempts, max_attempts: maxAttempts } = helpers.job
      const requestId = causesOf(payload).join(' ') || undefined
      const span = startJobSpan(name, payload)
      const start = performance.now()
      const line = () => ({
        requestId,
        task: name,
        jobId: id,
        attempt: attempts,
        ms: Math.round(performance.now() - start),
      })
      try {
        await withRequestId(requestId, () => inSpan(span, async () => task?.(payload, helpers)))
        endSpan(span, {})
        metrics.countJob(name, 'done')
        if (isLogging) log.info(line(), 'job')
      } catch (error) {
        endSpan(span, {}, error)
        metrics.countJob(name, attempts < maxAttempts ? 'failed' : 'given_up')
        log.error({ ...line(), err: describeFault(error) }, 'job')
        throw error
      }
    }
  }
  return observed
}

/** Counts the mails that a mailer sends and fails to send. */
export function observeMailer(mailer: Mailer, metrics: Metrics): Mailer {
  const send: Mailer['send'] = async (mail) => {
    try {
      await mailer.send(mail)
    } catch (error) {
      metrics.countMail('failed')
      throw error
    }
    metrics.countMail('sent')
  }
  return { ...mailer, send }
}
