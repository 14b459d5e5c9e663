import { Checkbox, Stack, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { useState } from 'react'
import type { Buyer } from '#contract/box-office.ts'
import { DESK_PRICES } from '#domain/tickets/desk-price.ts'
import type { ShowId } from '#domain/ids.ts'
import { sumOf, type Cents } from '#domain/money.ts'
import { DESK_PAYMENT_TYPES, paymentTypeName } from '#domain/payments/payment-types.ts'
import { useCreation } from '#client/forms/use-creation.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { BuyerFields } from './buyer-fields.tsx'
import { sendSale, type Sold } from './box-office.queries.ts'
import { texts } from './box-office.texts.ts'
import { emptySale, type OfferedTicket, pricesOf, saleOf, saleSchema } from './sale-form.ts'

type Props = {
  readonly showId: ShowId
  readonly tickets: readonly OfferedTicket[]
  readonly onSold: (sold: Sold, total: Cents, count: number) => void
}

const priceChoices = DESK_PRICES.map((value) => ({ value, label: texts.prices[value] }))
const paymentChoices = DESK_PAYMENT_TYPES.map((value) => ({ value, label: paymentTypeName(value) }))

/** Sells the chosen places to a guest or a customer. */
export function SalePanel({ showId, tickets, onSold }: Props) {
  const [buyer, setBuyer] = useState<Buyer>()
  const form = useCheckedForm({ schema: saleSchema(tickets), initialValues: emptySale })
  const { values } = form
  const total = sumOf(pricesOf(tickets, values))
  const creation = useCreation({
    form,
    // The sold places leave the choice as soon as the plan hears of them, perhaps before the answer.
    create: async (wanted) => {
      const asked = { total: sumOf(pricesOf(tickets, wanted)), count: tickets.length }
      return { ...asked, sold: await sendSale(showId, saleOf(tickets, wanted)) }
    },
    success: texts.sold,
    failure: texts.notSold,
    onMade: ({ sold, total: paid, count }) => {
      onSold(sold, paid, count)
      form.reset()
      setBuyer(undefined)
    },
  })
  return (
    <Form form={form} label={texts.sell} onSubmit={creation.onSubmit} onInvalid={creation.onInvalid}>
      <Stack gap="sm">
        <SelectField
          label={texts.buyer}
          data={[
            { value: 'guest', label: texts.guest },
            { value: 'customer', label: texts.customer },
          ]}
          {...form.getInputProps('buyer')}
        />
        {values.buyer === 'guest' ? (
          <>
            <TextInput label={texts.firstName} autoComplete="off" {...form.getInputProps('firstName')} />
            <TextInput label={texts.lastName} autoComplete="off" required {...form.getInputProps('lastName')} />
          </>
        ) : (
          <>
            <BuyerFields
              chosen={buyer}
              error={form.errors['userId'] ? texts.chooseBuyer : undefined}
              onChoose={(chosen) => {
                setBuyer(chosen)
                form.setFieldValue('userId', chosen.id)
              }}
            />
            <Checkbox label={texts.isMailed} {...form.getInputProps('isMailed', { type: 'checkbox' })} />
          </>
        )}
        <SelectField label={texts.price} data={priceChoices} {...form.getInputProps('price')} />
        {(values.price === 'PERCENT' || values.price === 'PRICE') && (
          <TextInput
            label={values.price === 'PERCENT' ? texts.percent : texts.euros}
            inputMode="decimal"
            required
            {...form.getInputProps('amount')}
          />
        )}
        {values.price !== 'FULL' && <TextInput label={texts.reason} required {...form.getInputProps('reason')} />}
        {total > 0 && (
          <SelectField label={texts.payment} data={paymentChoices} {...form.getInputProps('paymentType')} />
        )}
        <ActionButton type="submit" fullWidth isBusy={creation.isPending} disabled={tickets.length === 0}>
          {total > 0 || tickets.length === 0 ? texts.sellFor(total) : texts.give}
        </ActionButton>
      </Stack>
    </Form>
  )
}
