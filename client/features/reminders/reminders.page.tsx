import { Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { pages } from '#contract/pages.ts'
import { useAction } from '#client/calls/use-action.ts'
import { ownUserQuery } from '#client/customer/own-user.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { turnOffMutation } from './reminders.queries.ts'
import { texts } from './reminders.texts.ts'

/** Turns off reminders with the link of a mail. Waits for a click, because mail scanners open links. */
export function RemindersPage() {
  const { token } = useSearch({ strict: false })
  const queryClient = useQueryClient()
  const [isOff, setOff] = useState(false)
  const { act, isPending } = useAction({
    ...turnOffMutation,
    onSuccess: () => {
      setOff(true)
      void queryClient.invalidateQueries({ queryKey: ownUserQuery.queryKey })
    },
  })
  return (
    <Stack align="flex-start" maw="38rem">
      <PageHeading title={texts.title} />
      <Text>{texts.lead}</Text>
      {isOff ? (
        <Text component="output">{texts.turnedOff}</Text>
      ) : typeof token === 'string' ? (
        <ActionButton size="md" isBusy={isPending} onClick={() => act(token)}>
          {texts.turnOff}
        </ActionButton>
      ) : (
        <Text>{texts.how}</Text>
      )}
      <ButtonLink to={pages.profile.href()} variant="default">
        {texts.toProfile}
      </ButtonLink>
    </Stack>
  )
}
