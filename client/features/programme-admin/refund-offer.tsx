import { Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Card } from '#client/ui/cards/card.tsx'
import { WallTimeField } from '#client/ui/forms/date-time-field.tsx'
import { texts } from './desk.texts.ts'
import { texts as fieldTexts } from './programme-admin.texts.ts'
import type { ChangedShowValues } from './show-form.ts'

/** Offers the customers of a sold show that changes a refund until a time after its start. */
export function RefundOffer({ form }: { readonly form: UseFormReturnType<ChangedShowValues> }) {
  const { location } = form.values
  return (
    <Card as="section">
      <Text size="sm" mb="sm">
        {texts.refundOffer}
      </Text>
      <WallTimeField
        label={texts.refundsUntil}
        description={location ? fieldTexts.timeOf(location.timeZone) : undefined}
        defaultTimeValue="23:59"
        {...form.getInputProps('refundsUntil')}
      />
    </Card>
  )
}
