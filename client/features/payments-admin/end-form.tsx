import { Group, Stack, TextInput } from '@mantine/core'
import { releasePayment } from '#contract/admin-payments.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { type Ending, useEnd } from './payments-admin.queries.ts'
import { texts } from './payments-admin.texts.ts'

const hints: Record<Ending['how'], string> = {
  release: texts.releaseHint,
  settle: texts.settleHint,
  retry: texts.retryHint,
  byHand: texts.byHandHint,
}

type Props = { readonly ending: Ending; readonly onClose: () => void }

/** Asks for the reason why an administrator ends a payment or a refund by hand. */
export function EndForm({ ending, onClose }: Props) {
  const form = useCheckedForm({ schema: releasePayment.body, initialValues: { reason: '' } })
  const end = useEnd(ending, onClose)
  return (
    <Form form={form} label={texts[ending.how]} onSubmit={({ reason }) => end.act(reason)}>
      <Stack gap="sm" mt="sm">
        <TextInput
          label={texts.reason}
          description={hints[ending.how]}
          required
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <Group gap="sm">
          <ActionButton type="submit" color="red" isBusy={end.isPending}>
            {texts[ending.how]}
          </ActionButton>
          <ActionButton variant="default" onClick={onClose}>
            {texts.keep}
          </ActionButton>
        </Group>
      </Stack>
    </Form>
  )
}
