import { Button, Group, Stack, Text } from '@mantine/core'
import { pages } from '#contract/pages.ts'
import { costText } from '#domain/points.ts'
import { isFinal, isReturned, type Payment, useGiveUpPayment } from '#client/customer/payments.ts'
import { Card } from '#client/ui/cards/card.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { deadlineText } from '#client/ui/moment.tsx'
import { useNow } from '#client/ui/use-now.ts'
import { PaymentInstructions } from './instructions.tsx'
import type { SeenPayment } from './payments.queries.ts'
import { texts } from './payments.texts.ts'
import { Waiting } from './waiting.tsx'

type Props = {
  /** Undefined until the first answer. */
  readonly payment: SeenPayment | undefined
  /** When the page stops asking by itself, in milliseconds. */
  readonly asksUntil: number
  readonly onLookAgain: () => void
  readonly onChanged: (payment: Payment) => void
}

/** Tells how a payment stands, and what the customer can do. Screen readers announce changes. */
export function PaymentStanding({ payment, asksUntil, onLookAgain, onChanged }: Props) {
  const now = useNow()
  const isOverdue = isWaiting(payment) && now.getTime() > asksUntil
  return (
    <Card>
      <Stack gap="md" align="flex-start">
        {payment && <Text fw={600}>{texts.amount(costText(payment.total, payment.points))}</Text>}
        <Stack component="output" gap="xs">
          <Standing payment={payment} isOverdue={isOverdue} now={now} />
        </Stack>
        {payment?.instructions && <PaymentInstructions instructions={payment.instructions} total={payment.total} />}
        <Actions payment={payment} isOverdue={isOverdue} onLookAgain={onLookAgain} onChanged={onChanged} />
      </Stack>
    </Card>
  )
}

/** Tells whether the answer of the provider is still to come. */
function isWaiting(payment: SeenPayment | undefined): boolean {
  if (!payment || payment.state === 'PROCESSING') return true
  return isFinal(payment) ? !isReturned(payment) : payment.state === 'OPEN' && !payment.isSure
}

type StandingProps = Pick<Props, 'payment'> & { readonly isOverdue: boolean; readonly now: Date }

function Standing({ payment, isOverdue, now }: StandingProps) {
  if (!payment || isWaiting(payment)) return isOverdue ? <Text>{texts.overdue}</Text> : <Waiting />
  if (isReturned(payment)) return <Text>{texts.returned}</Text>
  if (payment.state === 'NEW') return <Text>{texts.unopened}</Text>
  const isOver = Date.parse(payment.payUntil) <= now.getTime()
  const until = deadlineText(payment.payUntil, now)
  const { kind } = payment.instructions ?? {}
  if (kind !== undefined) {
    return (
      <>
        <Text fw={600}>{texts.waitingFor[kind]}</Text>
        <Text>{isOver ? texts.overFor[kind] : texts.heldFor[kind](until)}</Text>
      </>
    )
  }
  return (
    <>
      <Text>{texts.open}</Text>
      <Text>{isOver ? texts.timeOver : texts.heldUntil(until)}</Text>
    </>
  )
}

type ActionsProps = Omit<Props, 'asksUntil'> & { readonly isOverdue: boolean }

function Actions({ payment, isOverdue, onLookAgain, onChanged }: ActionsProps) {
  const isPayable = payment?.state === 'OPEN' || payment?.state === 'NEW'
  const isBack = payment !== undefined && isReturned(payment)
  if (!isOverdue && !isPayable && !isBack) return null
  return (
    <Group gap="sm">
      {isOverdue && <ActionButton onClick={onLookAgain}>{texts.lookAgain}</ActionButton>}
      {isPayable && <Choices payment={payment} onChanged={onChanged} />}
      {isBack && <ButtonLink to={pages.ownTickets.href()}>{texts.toTickets}</ButtonLink>}
    </Group>
  )
}

type ChoicesProps = Pick<Props, 'onChanged'> & { readonly payment: Payment }

function Choices({ payment, onChanged }: ChoicesProps) {
  const { act: giveUp, isPending } = useGiveUpPayment(payment.id, onChanged)
  return (
    <>
      {payment.instructions !== null ? (
        <ButtonLink to={pages.ownTickets.href()}>{texts.toTickets}</ButtonLink>
      ) : payment.redirectUrl === null ? (
        <ButtonLink to={pages.checkout.href()}>{texts.toCheckout}</ButtonLink>
      ) : (
        <Button component="a" href={payment.redirectUrl}>
          {texts.continuePayment}
        </Button>
      )}
      <ActionButton variant="default" isBusy={isPending} onClick={() => giveUp()}>
        {texts.cancelPayment}
      </ActionButton>
    </>
  )
}
