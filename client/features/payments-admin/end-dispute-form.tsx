import { Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { useState } from 'react'
import * as z from 'zod/mini'
import { singleLineText } from '#contract/fields.ts'
import { cents, sumOf } from '#domain/money.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { useFocusOnMount } from '#client/ui/forms/use-focus-on-mount.ts'
import { GroupLegend } from '#client/ui/forms/group-legend.tsx'
import { type AdminPayment, useEndDispute } from './payments-admin.queries.ts'
import { texts } from './payments-admin.texts.ts'
import classes from './payments-admin.module.css'

const schema = z.object({ reason: singleLineText() })

type Props = {
  readonly payment: AdminPayment
  readonly dispute: AdminPayment['disputes'][number]
  readonly onClose: () => void
}

/**
 * Asks which items of a payment, and which refunds that wait, a lost dispute has taken. Chooses all at first, if they
 * cost no more than the bank took.
 */
export function EndDisputeForm({ payment: { id, items, refunds }, dispute: { ref, left }, onClose }: Props) {
  const losses = [
    ...items.map(({ id: itemId, name, quantity, price }) => ({
      key: `item ${itemId}`,
      itemId,
      refundId: undefined,
      total: cents(price * quantity),
      name: quantity === 1 ? name : `${quantity} × ${name}`,
    })),
    ...refunds
      .filter(({ state }) => state === 'DUE' || state === 'FAILED')
      .map((refund) => ({
        key: `refund ${refund.id}`,
        itemId: undefined,
        refundId: refund.id,
        total: refund.amount,
        name: texts.refundOf(refund.reason),
      })),
  ]
  const all = losses.map(({ key }) => key)
  const [chosen, setChosen] = useState<readonly string[]>(sumOf(losses.map(({ total }) => total)) <= left ? all : [])
  const field = useFocusOnMount()
  const form = useCheckedForm({ schema, initialValues: { reason: '' } })
  const { act, isPending } = useEndDispute(id, onClose)
  const lost = losses.filter(({ key }) => chosen.includes(key))
  const submit = ({ reason }: { reason: string }) =>
    act({
      ref,
      reason,
      itemIds: lost.flatMap(({ itemId }) => itemId ?? []),
      refundIds: lost.flatMap(({ refundId }) => refundId ?? []),
    })
  return (
    <Form form={form} label={texts.endDispute} onSubmit={submit}>
      <Stack gap="sm" mt="sm">
        <Text size="sm">{texts.endDisputeHint}</Text>
        {losses.length > 0 && (
          <fieldset className={classes['choice']}>
            <GroupLegend>{texts.lostItems}</GroupLegend>
            <Stack gap="xs" mt="xs">
              {losses.map(({ key, name, total }) => (
                <Checkbox
                  key={key}
                  label={texts.loss(name, total)}
                  checked={chosen.includes(key)}
                  onChange={({ currentTarget: { checked } }) =>
                    setChosen(checked ? [...chosen, key] : chosen.filter((other) => other !== key))
                  }
                />
              ))}
            </Stack>
          </fieldset>
        )}
        <Text size="sm" component="output">
          {texts.lostOf(sumOf(lost.map(({ total }) => total)), left)}
        </Text>
        <TextInput label="Reason" required ref={field} {...form.getInputProps('reason')} />
        <Group gap="sm">
          <ActionButton type="submit" color="red" isBusy={isPending}>
            {texts.endDispute}
          </ActionButton>
          <ActionButton variant="default" onClick={onClose}>
            Keep
          </ActionButton>
        </Group>
      </Stack>
    </Form>
  )
}
