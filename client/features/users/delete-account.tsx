import { Text, Title } from '@mantine/core'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Card } from '#client/ui/cards/card.tsx'
import { confirmed } from '#client/ui/feedback/confirm.tsx'
import classes from './profile.module.css'
import { useDeleteAccount } from './users.queries.ts'
import { texts } from './users.texts.ts'

type Props = { readonly email: string; readonly leavePage: () => void }

/** Deletes the user's account after a confirmation. */
export function DeleteAccount({ email, leavePage }: Props) {
  const { act, isPending } = useDeleteAccount(email, leavePage)
  const ask = async () => {
    if (await confirmed({ title: texts.deleteQuestion, confirm: texts.delete, isDestructive: true })) act()
  }
  return (
    <Card as="section" className={classes['wide'] ?? ''}>
      <Title order={2} size="h3" mb="xs">
        {texts.deletion}
      </Title>
      <Text c="dimmed" mb="md" maw="46rem">
        {texts.deletionLead}
      </Text>
      <ActionButton color="red" variant="outline" isBusy={isPending} onClick={() => void ask()}>
        {texts.deletion}
      </ActionButton>
    </Card>
  )
}
