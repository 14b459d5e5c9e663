import { Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { transferForm } from '#contract/ticket-transfers.ts'
import type { ViewedTicket } from '#client/names/ticket-name.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { confirmed } from '#client/ui/feedback/confirm.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { EmailField } from '#client/ui/forms/email-field.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { useOfferTicket, useReplaceCode, useWithdrawOffer } from './hand-over.queries.ts'
import { texts } from './hand-over.texts.ts'

/** Gives a ticket a new code, or offers it to another person. */
export function HandOver({ ticket }: { readonly ticket: ViewedTicket }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Stack component="section" gap="sm" aria-label={texts.title}>
      <Title order={2} size="h3">
        {texts.title}
      </Title>
      {ticket.offeredTo === undefined ? (
        <>
          <Group gap="sm">
            {!isAsking && (
              <ActionButton variant="default" onClick={() => setAsking(true)}>
                {texts.give}
              </ActionButton>
            )}
            <NewCode ticket={ticket} />
          </Group>
          {isAsking && <OfferForm ticket={ticket} onDone={() => setAsking(false)} />}
        </>
      ) : (
        <>
          <Notice kind="info">{texts.offered(ticket.offeredTo)}</Notice>
          <Group gap="sm">
            <Withdraw ticket={ticket} />
            <NewCode ticket={ticket} />
          </Group>
        </>
      )}
    </Stack>
  )
}

type Props = { readonly ticket: ViewedTicket }

function NewCode({ ticket }: Props) {
  const { act, isPending } = useReplaceCode(ticket.id)
  const ask = async () => {
    const question = { title: texts.newCodeQuestion, details: texts.newCodeDetails, confirm: texts.newCode }
    if (await confirmed({ ...question, isDestructive: true })) act()
  }
  return (
    <ActionButton variant="default" isBusy={isPending} onClick={() => void ask()}>
      {texts.newCode}
    </ActionButton>
  )
}

function OfferForm({ ticket, onDone }: Props & { readonly onDone: () => void }) {
  const form = useCheckedForm({ schema: transferForm, initialValues: { email: '' } })
  const { act, isPending, error } = useOfferTicket(ticket.id, onDone)
  return (
    <Form form={form} label={texts.give} onSubmit={act}>
      <Stack gap="sm" maw="26rem">
        <Text size="sm">{texts.explanation}</Text>
        <EmailField label={texts.email} data-autofocus {...form.getInputProps('email')} />
        {error && <Notice kind="refused">{error.message}</Notice>}
        <Group gap="sm">
          <ActionButton type="submit" isBusy={isPending}>
            {texts.send}
          </ActionButton>
          <ActionButton variant="default" onClick={onDone}>
            {texts.cancel}
          </ActionButton>
        </Group>
      </Stack>
    </Form>
  )
}

function Withdraw({ ticket }: Props) {
  const { act, isPending } = useWithdrawOffer(ticket.id)
  return (
    <ActionButton variant="default" isBusy={isPending} onClick={() => act()}>
      {texts.withdraw}
    </ActionButton>
  )
}
