import { Group, Stack, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { integerText, singleLineText } from '#contract/fields.ts'
import type { PaymentId } from '#domain/ids.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { useFocusOnMount } from '#client/ui/forms/use-focus-on-mount.ts'
import { type BankMovement, type Ending, useEnd } from './bank-movements.queries.ts'
import { texts } from './bank-movements.texts.ts'

const hints: Record<Ending['how'], string> = {
  assign: texts.assignHint,
  payBack: texts.payBackHint,
  ignore: texts.ignoreHint,
}

type Props = { readonly movement: BankMovement; readonly how: Ending['how']; readonly onClose: () => void }

/** Asks for what ends a movement: a reason, and the payment to which it is assigned. */
export function EndMovementForm({ movement, how, onClose }: Props) {
  const { amount, paymentId } = movement
  const { act, isPending } = useEnd(movement, onClose)
  const isAssigned = how === 'assign'
  const field = useFocusOnMount()
  const form = useCheckedForm({
    schema: z.object({ reason: singleLineText(), payment: isAssigned ? integerText(1) : z.unknown() }),
    initialValues: { reason: '', payment: paymentId === null ? '' : String(paymentId) },
  })
  const end = ({ reason, payment }: { reason: string; payment: string }) =>
    act(isAssigned ? { how, paymentId: Number(payment) as PaymentId, reason } : { how, reason })
  return (
    <Form form={form} label={texts[how]} onSubmit={end}>
      <Stack gap="sm" mt="sm" maw="32rem">
        {isAssigned && (
          <TextInput
            label={texts.paymentNumber}
            description={texts.paymentHint}
            inputMode="numeric"
            required
            {...form.getInputProps('payment')}
          />
        )}
        <TextInput
          label={texts.reason}
          description={amount < 0 ? (isAssigned ? texts.lossHint : texts.endHint) : hints[how]}
          required
          ref={field}
          {...form.getInputProps('reason')}
        />
        <Group gap="sm">
          <ActionButton type="submit" isBusy={isPending}>
            {texts[how]}
          </ActionButton>
          <ActionButton variant="default" onClick={onClose}>
            {texts.keep}
          </ActionButton>
        </Group>
      </Stack>
    </Form>
  )
}
