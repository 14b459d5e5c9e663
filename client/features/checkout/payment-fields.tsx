import { Radio, SimpleGrid, Stack, TextInput, Title } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/SimpleGrid.layer.css'
import type { UseFormReturnType } from '@mantine/form'
import { paymentTypeName } from '#domain/payments/payment-types.ts'
import { NameFields } from '#client/forms/name-fields.tsx'
import { Card } from '#client/ui/cards/card.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import classes from './payment-fields.module.css'
import { texts } from './checkout.texts.ts'
import type { PaymentOffer } from './payment-offer.ts'
import type { CheckoutValues } from './payment-schema.ts'

type Props = {
  readonly form: UseFormReturnType<CheckoutValues>
  readonly offer: PaymentOffer
  readonly isPaymentAsked: boolean
}

/** Shows the fields of the payer and the payment type. */
export function PaymentFields({ form, offer, isPaymentAsked }: Props) {
  return (
    <Card as="section">
      <Title order={2} size="h3" mb="md">
        {texts.billing}
      </Title>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <NameFields form={form} />
        </SimpleGrid>
        <TextInput
          label={texts.address}
          description={texts.addressHint}
          autoComplete="street-address"
          required
          {...form.getInputProps('address')}
        />
        {isPaymentAsked && offer.types.length > 0 && <PaymentTypes form={form} offer={offer} />}
        {isPaymentAsked && <Notice kind="info">{noteOn(offer, form.values.paymentType)}</Notice>}
      </Stack>
    </Card>
  )
}

/** Tells what happens with the chosen payment type; before the choice, with those of a provider. */
function noteOn({ isSimulated, isTest, isOnline, types }: PaymentOffer, chosen: CheckoutValues['paymentType']): string {
  if (isSimulated) return texts.simulation
  if (types.length === 0) return texts.noWayToPay
  if (chosen === 'TRANSFER' || chosen === 'DESK') return texts.manual[chosen]
  if (!isOnline) return texts.chooseType
  return isTest ? `${texts.provider} ${texts.testPayments}` : texts.provider
}

function PaymentTypes({ form, offer }: Pick<Props, 'form' | 'offer'>) {
  const { error, ...props } = form.getInputProps('paymentType')
  return (
    <Radio.Group label={texts.paymentType} withAsterisk error={error} {...props}>
      <div className={classes['types']}>
        {offer.types.map((type) => (
          <Radio
            key={type}
            value={type}
            label={paymentTypeName(type)}
            aria-invalid={Boolean(error)}
            classNames={{
              root: classes['type'] ?? '',
              body: classes['body'] ?? '',
              inner: classes['dot'] ?? '',
              label: classes['label'] ?? '',
            }}
          />
        ))}
      </div>
    </Radio.Group>
  )
}
