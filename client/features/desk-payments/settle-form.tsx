import { Group, Stack, TextInput } from '@mantine/core'
import { settleDeskPayment } from '#contract/admin-desk-payments.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { useFocusOnMount } from '#client/ui/forms/use-focus-on-mount.ts'
import { type DeskPayment, useSettle } from './desk-payments.queries.ts'
import { texts } from './desk-payments.texts.ts'

type Props = { readonly payment: DeskPayment; readonly onClose: () => void }

/** Asks for the receipt of the cash register, and books the payment. */
export function SettleForm({ payment: { id, number }, onClose }: Props) {
  const { act, isPending } = useSettle(id)
  const field = useFocusOnMount()
  const form = useCheckedForm({ schema: settleDeskPayment.body, initialValues: { receipt: '' } })
  return (
    <Form form={form} label={texts.settleNamed(number)} onSubmit={({ receipt }) => act(receipt)}>
      <Stack gap="sm" mt="sm">
        <TextInput
          label={texts.receipt}
          description={texts.receiptHint}
          required
          ref={field}
          maw="24rem"
          {...form.getInputProps('receipt')}
        />
        <Group gap="sm">
          <ActionButton type="submit" isBusy={isPending}>
            {texts.settle}
          </ActionButton>
          <ActionButton variant="default" onClick={onClose}>
            {texts.keep}
          </ActionButton>
        </Group>
      </Stack>
    </Form>
  )
}
