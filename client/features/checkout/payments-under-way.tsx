import { Button, Group, Stack, Text } from '@mantine/core'
import { pages } from '#contract/pages.ts'
import { costText } from '#domain/points.ts'
import { useGiveUpPayment, usePaymentEnd } from '#client/customer/payments.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { deadlineText } from '#client/ui/moment.tsx'
import { useNow } from '#client/ui/use-now.ts'
import { texts } from './checkout.texts.ts'
import type { CartPayment } from './selection.ts'

/** Tells which payments are under way for items of the cart, to continue or cancel them. */
export function PaymentsUnderWay({ payments }: { readonly payments: readonly CartPayment[] }) {
  return payments.map((payment) => <PaymentUnderWay key={payment.id} payment={payment} />)
}

function PaymentUnderWay({ payment }: { readonly payment: CartPayment }) {
  const end = usePaymentEnd()
  const { act: giveUp, isPending } = useGiveUpPayment(payment.id, end)
  return (
    <Notice kind="info">
      <Stack align="flex-start" gap="sm">
        <div>
          <Text fw={600}>{texts.underWay(costText(payment.total, payment.points))}</Text>
          <Standing payment={payment} />
        </div>
        <Group gap="sm">
          {payment.redirectUrl !== null && (
            <Button component="a" href={payment.redirectUrl}>
              {texts.continuePayment}
            </Button>
          )}
          {(payment.state === 'PROCESSING' || payment.instructions !== null) && (
            <ButtonLink to={pages.payment.href(payment)}>{texts.toPayment}</ButtonLink>
          )}
          {payment.state !== 'PROCESSING' && (
            <ActionButton variant="default" isBusy={isPending} onClick={() => giveUp()}>
              {texts.cancelPayment}
            </ActionButton>
          )}
        </Group>
      </Stack>
    </Notice>
  )
}

function Standing({ payment: { state, payUntil } }: { readonly payment: CartPayment }) {
  const now = useNow()
  if (state === 'PROCESSING') return <Text>{texts.processing}</Text>
  const isOver = Date.parse(payUntil) <= now.getTime()
  return (
    <>
      {state === 'NEW' && !isOver && <Text>{texts.unopened}</Text>}
      <Text>{isOver ? texts.timeOver : texts.heldUntil(deadlineText(payUntil, now))}</Text>
    </>
  )
}
