import { Group, Stack, Text } from '@mantine/core'
import { confirmEmail } from '#client/customer/email-confirmation.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { useSendConfirmation } from './users.queries.ts'
import { texts } from './users.texts.ts'

/** Tells that the email address is not confirmed yet, and how to confirm it. */
export function UnconfirmedEmail({ email }: { readonly email: string }) {
  const { act, isPending } = useSendConfirmation()
  return (
    <Notice kind="info">
      <Stack gap="sm">
        <Text>{texts.unconfirmed(email)}</Text>
        <Group gap="sm">
          <ActionButton size="sm" onClick={() => void confirmEmail()}>
            {texts.enterCode}
          </ActionButton>
          <ActionButton size="sm" variant="default" isBusy={isPending} onClick={() => act()}>
            {texts.sendAgain}
          </ActionButton>
        </Group>
      </Stack>
    </Notice>
  )
}
