import { Text, Title } from '@mantine/core'
import { Card } from '#client/ui/cards/card.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import classes from './profile.module.css'
import { useDownloadPersonalData } from './users.queries.ts'
import { texts } from './users.texts.ts'

/** Offers a file with everything that the shop stores about the user. */
export function OwnData() {
  const { act, isPending } = useDownloadPersonalData()
  return (
    <Card as="section" className={classes['wide'] ?? ''}>
      <Title order={2} size="h3" mb="xs">
        {texts.ownData}
      </Title>
      <Text c="dimmed" mb="md" maw="46rem">
        {texts.ownDataLead}
      </Text>
      <ActionButton variant="default" isBusy={isPending} onClick={() => act()}>
        {texts.downloadData}
      </ActionButton>
    </Card>
  )
}
