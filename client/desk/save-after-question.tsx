import { Text } from '@mantine/core'
import { ApiError } from '#client/calls/api-error.ts'
import { confirmed } from '#client/ui/feedback/confirm.tsx'

const texts = {
  tellCustomers: 'Tell the customers?',
  changeAndTell: 'Change and Send Emails',
  refundable: 'They can return their tickets until the show starts.',
}

/**
 * Saves a record. Asks first if customers get an email about the change. `refundable` says until when they can return
 * their tickets, by default until the show starts.
 */
export async function saveAfterQuestion<Saved>(
  save: (confirmation: { isConfirmed?: true }) => Promise<Saved>,
  refundable: string = texts.refundable,
): Promise<Saved> {
  try {
    return await save({})
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'change_needs_confirmation') throw error
    const details = (
      <>
        <Text>{error.message}</Text>
        <Text mt="xs">{refundable}</Text>
      </>
    )
    if (!(await confirmed({ title: texts.tellCustomers, details, confirm: texts.changeAndTell }))) throw error
    return save({ isConfirmed: true })
  }
}
