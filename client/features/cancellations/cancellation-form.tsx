import { Group, List, Text, TextInput, Title } from '@mantine/core'
import '@mantine/core/styles/List.layer.css'
import { useQueryClient } from '@tanstack/react-query'
import { unreachableText } from '#domain/shows/show-changes.ts'
import { cancelShow } from '#contract/cancellations.ts'
import { pages } from '#contract/pages.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { useCreation } from '#client/forms/use-creation.ts'
import { Card } from '#client/ui/cards/card.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { confirmed } from '#client/ui/feedback/confirm.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { type Cancellation, cancellationQuery, sendCancellation } from './cancellations.queries.ts'
import { texts } from './cancellations.texts.ts'

type Props = { readonly cancellation: Cancellation }

/** Previews a cancellation, and asks for its reason and once more before it starts. */
export function CancellationForm({ cancellation }: Props) {
  const { show } = cancellation
  const queryClient = useQueryClient()
  const form = useCheckedForm({ schema: cancelShow.body, initialValues: { reason: '' } })
  const { onSubmit, ...creation } = useCreation({
    form,
    create: ({ reason }) => sendCancellation(show.id, reason),
    success: texts.success,
    failure: texts.failure,
    onMade: (made) => queryClient.setQueryData(cancellationQuery(show.id).queryKey, made),
  })
  const ask = async (values: { reason: string }) => {
    const isSure = await confirmed({
      title: texts.question,
      details: `${showNameOf(show)}. ${texts.final}`,
      confirm: texts.cancel,
      cancel: texts.keep,
      isDestructive: true,
    })
    if (isSure) onSubmit(values)
  }
  return (
    <Card as="section">
      <Title order={2} size="h3" mb="sm">
        {texts.whatHappens}
      </Title>
      <Preview cancellation={cancellation} />
      <Form form={form} label={texts.title} onSubmit={(values) => void ask(values)} onInvalid={creation.onInvalid}>
        <TextInput
          label={texts.reason}
          description={texts.reasonHint}
          required
          mt="lg"
          {...form.getInputProps('reason')}
        />
        <Group mt="lg">
          <ActionButton type="submit" color="red" size="md" isBusy={creation.isPending}>
            {texts.cancel}
          </ActionButton>
          <ButtonLink to={pages.editShow.href(show)} variant="default" size="md">
            {texts.keep}
          </ButtonLink>
        </Group>
      </Form>
    </Card>
  )
}

function Preview({ cancellation: { open, reservations, mailed } }: Props) {
  const { tickets, customers, unreachable, total } = open
  return (
    <>
      <List spacing="xs">
        <List.Item>{texts.stops}</List.Item>
        <List.Item>{tickets === 0 ? texts.nothingSold : texts.refunds(tickets, customers, total)}</List.Item>
        {mailed > 0 && <List.Item>{texts.mails(mailed)}</List.Item>}
        {unreachable > 0 && <List.Item>{unreachableText(unreachable)}</List.Item>}
        {reservations > 0 && <List.Item>{texts.releases(reservations)}</List.Item>}
      </List>
      <Text mt="sm" fw={600}>
        {texts.final}
      </Text>
    </>
  )
}
