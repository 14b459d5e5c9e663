import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { noReply, nothing, requiredText } from './fields.ts'

export const turnOffReminders = endpoint({
  method: 'POST',
  path: '/reminder-opt-outs/:token',
  summary:
    'Turn off the reminders of shows with the token of a mail. Mail clients call it for List-Unsubscribe, with a body ' +
    'that is ignored.',
  access: 'visitor',
  params: z.object({ token: requiredText(100) }),
  query: nothing,
  body: nothing,
  reply: noReply,
  status: 204,
  problems: ['not_found'],
})
