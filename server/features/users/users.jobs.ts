import type { TaskList } from 'graphile-worker'
import type { AppContext } from '#server/context.ts'
import { deleteUnusedAccounts } from './delete-unused-accounts.ts'

export function userJobs(context: AppContext): TaskList {
  return { 'delete-unused-accounts': () => deleteUnusedAccounts(context) }
}
