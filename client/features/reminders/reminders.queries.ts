import { mutationOptions } from '@tanstack/react-query'
import { turnOffReminders } from '#contract/reminders.ts'
import { call } from '#client/api.ts'

export const turnOffMutation = mutationOptions({
  mutationFn: (token: string) => call(turnOffReminders, { params: { token } }),
})
