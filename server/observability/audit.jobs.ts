import type { TaskList } from 'graphile-worker'
import type { AppContext } from '#server/context.ts'
import { auditBooks } from './audit-books.ts'

export function auditJobs({ db }: Pick<AppContext, 'db'>): TaskList {
  return { 'audit-books': (_payload, { logger }) => auditBooks(db, (text) => logger.error(text)) }
}
