import { CopyButton, Group, Stack, Text } from '@mantine/core'
import { Suspense } from 'react'
import { grouped } from '#domain/payments/creditor-reference.ts'
import { epcText } from '#domain/payments/epc-code.ts'
import { euro } from '#domain/money.ts'
import type { Payment } from '#client/customer/payments.ts'
import { lazyOptionalPart } from '#client/shell/lazy-optional-part.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import classes from './instructions.module.css'
import { texts } from './payments.texts.ts'

const QrCode = lazyOptionalPart(() => import('#client/ui/qr-code.tsx'), 'QrCode')

export type Instructions = NonNullable<Payment['instructions']>

type Props = { readonly instructions: Instructions; readonly total: Payment['total'] }

/** Tells how to pay without a provider: the number for the box office, or the bank details with a QR code. */
export function PaymentInstructions({ instructions, total }: Props) {
  if (instructions.kind === 'DESK') {
    return (
      <dl className={classes['details']} aria-label={texts.atBoxOffice}>
        <div>
          <dt>{texts.number}</dt>
          <dd className={classes['number']}>{instructions.number}</dd>
        </div>
      </dl>
    )
  }
  const { owner, iban, bic, reference } = instructions
  return (
    <Stack gap="md" w="100%">
      <dl className={classes['details']} aria-label={texts.bankDetails}>
        <Detail name={texts.owner} value={owner} copied={owner} />
        <Detail name={texts.iban} value={grouped(iban)} copied={iban} />
        {bic !== null && <Detail name={texts.bic} value={bic} copied={bic} />}
        <Detail name={texts.transferAmount} value={euro(total)} copied={decimalOf(total)} />
        <Detail name={texts.reference} value={grouped(reference)} copied={reference} />
      </dl>
      <Stack gap="xs" align="center" className={classes['code'] ?? ''}>
        <Suspense fallback={<div className={classes['codeToCome']} />}>
          <QrCode text={epcText({ ...instructions, amount: total })} label={texts.qrCode} />
        </Suspense>
        <Text size="sm" c="dimmed" ta="center">
          {texts.qrHint}
        </Text>
      </Stack>
    </Stack>
  )
}

/** Writes an amount as bank forms take it: with a point, without a currency. */
const decimalOf = (total: Payment['total']) => (total / 100).toFixed(2)

function Detail({ name, value, copied }: { readonly name: string; readonly value: string; readonly copied: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Group gap="sm" justify="space-between">
          <span>{value}</span>
          <CopyButton value={copied}>
            {({ copied: isCopied, copy }) => (
              <ActionButton size="xs" variant="default" onClick={copy} aria-label={texts.copyNamed(name)}>
                <span aria-live="polite">{isCopied ? texts.copied : texts.copy}</span>
              </ActionButton>
            )}
          </CopyButton>
        </Group>
      </dd>
    </div>
  )
}
