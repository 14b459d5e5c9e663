import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pages } from '#contract/pages.ts'
import type { PaymentId } from '#domain/ids.ts'
import { isManualMethod } from '#domain/payments/manual-payments.ts'
import { euro } from '#domain/money.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { DeskRecord } from '#client/desk/desk-record.tsx'
import { NotFoundPage } from '#client/shell/not-found-page.tsx'
import { Card } from '#client/ui/cards/card.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { TextLink } from '#client/ui/links.tsx'
import { ShopTime } from '#client/ui/moment.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { EndDisputeForm } from './end-dispute-form.tsx'
import { EndForm } from './end-form.tsx'
import { type AdminPayment, adminPaymentQuery, type Ending, useLook } from './payments-admin.queries.ts'
import { texts } from './payments-admin.texts.ts'
import classes from './payments-admin.module.css'

/** Shows a payment with all that happened to it, and what an administrator can do about it. */
export function AdminPaymentPage() {
  const id = useIdParam(pages.adminPayment)
  return id === undefined ? <NotFoundPage /> : <KnownPayment id={id} />
}

function KnownPayment({ id }: { readonly id: PaymentId }) {
  const query = useQuery(adminPaymentQuery(id))
  return (
    <DeskRecord
      record={{ kind: 'PAYMENT', id }}
      title={texts.payment}
      query={query}
      list={{ to: pages.adminPayments.href(), title: texts.allPayments }}
    >
      {(payment) => <Payment payment={payment} />}
    </DeskRecord>
  )
}

type Props = { readonly payment: AdminPayment }

function Payment({ payment }: Props) {
  const { id, firstName, lastName, total, state, needs, refunds, disputes, steps } = payment
  return (
    <Stack gap="lg" maw="46rem">
      <div>
        <PageHeading title={texts.title(id)} />
        <Text size="lg">{texts.amount(total, state)}</Text>
        <Text c="dimmed">
          {firstName} {lastName}
        </Text>
      </div>
      {needs.length > 0 && <Notice kind="info">{needs.map((need) => texts.needs[need]).join(' · ')}</Notice>}
      <Actions payment={payment} />
      <Facts payment={payment} />
      {refunds.length > 0 && (
        <Section title={texts.refunds}>
          {refunds.map((refund) => (
            <li key={refund.id}>
              <Refund refund={refund} canWait={needs.includes('REFUND_WAITS')} />
            </li>
          ))}
        </Section>
      )}
      {disputes.length > 0 && (
        <Section title={texts.disputes}>
          {disputes.map((dispute) => (
            <li key={dispute.ref}>
              <Dispute payment={payment} dispute={dispute} />
            </li>
          ))}
        </Section>
      )}
      <Section title={texts.steps}>
        {steps.map(({ at, from, to, cause, by }) => (
          <li key={`${at} ${to} ${cause}`}>
            <ShopTime at={at} /> · {texts.step(from, to)}
            <span className={classes['reference']}>{[cause, by].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </Section>
    </Stack>
  )
}

function Section({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <Card as="section" aria-label={title}>
      <Title order={2} size="h3" mb="sm">
        {title}
      </Title>
      <ul className={classes['list']}>{children}</ul>
    </Card>
  )
}

function Actions({ payment: { id, provider, state, ref } }: Props) {
  const [ending, setEnding] = useState<Ending>()
  const look = useLook(id)
  const isLive = state !== 'TAKEN' && state !== 'CLOSED'
  return (
    <>
      {ending && <EndForm ending={ending} onClose={() => setEnding(undefined)} />}
      <Group gap="sm" display={ending && 'none'}>
        {ref !== null && !isManualMethod(provider) && (
          <ActionButton variant="default" isBusy={look.isPending} onClick={() => look.act()}>
            {texts.look}
          </ActionButton>
        )}
        {isLive && (
          <ActionButton variant="default" onClick={() => setEnding({ id, how: 'release' })}>
            {texts.release}
          </ActionButton>
        )}
        {state !== 'TAKEN' && ref !== null && (
          <ActionButton variant="default" onClick={() => setEnding({ id, how: 'settle' })}>
            {texts.settle}
          </ActionButton>
        )}
      </Group>
    </>
  )
}

function Facts({ payment }: Props) {
  const { provider, ref, state, paidBy, taken, doubt, invoiceId, invoiceNumber, payUntil } = payment
  const facts = [
    [texts.provider, texts.providerName(provider)],
    [texts.reference, ref],
    [texts.taken, taken === null ? null : euro(taken)],
    [texts.paidBy, paidBy],
    [texts.doubt, doubt],
  ] as const
  return (
    <Card as="section" aria-label={texts.facts}>
      <dl className={classes['facts']}>
        {facts.map(([name, value]) => value !== null && <Fact key={name} name={name} value={value} />)}
        {state !== 'TAKEN' && <Fact name={texts.payUntil} value={<ShopTime at={payUntil} />} />}
        {invoiceId !== null && (
          <Fact
            name={texts.invoice}
            value={<TextLink to={pages.adminInvoice.href({ id: invoiceId })}>{invoiceNumber}</TextLink>}
          />
        )}
      </dl>
    </Card>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

type DisputeProps = Props & { readonly dispute: AdminPayment['disputes'][number] }

function Dispute({ payment, dispute }: DisputeProps) {
  const { ref, amount, state, openedAt, endedAt, cancelInvoiceId, cancelInvoiceNumber } = dispute
  const [isEnding, setEnding] = useState(false)
  return (
    <>
      <ShopTime at={openedAt} /> · {texts.dispute(amount, state)}
      <span className={classes['reference']}>{ref}</span>
      {endedAt !== null && (
        <Text size="sm">
          {texts.disputeEnded} <ShopTime at={endedAt} />
          {cancelInvoiceId !== null && (
            <>
              {' · '}
              <TextLink to={pages.adminInvoice.href({ id: cancelInvoiceId })}>{cancelInvoiceNumber}</TextLink>
            </>
          )}
        </Text>
      )}
      {state === 'LOST' && endedAt === null && (
        <>
          {isEnding && <EndDisputeForm payment={payment} dispute={dispute} onClose={() => setEnding(false)} />}
          <Group gap="sm" mt="xs" display={isEnding ? 'none' : undefined}>
            <ActionButton size="xs" variant="default" onClick={() => setEnding(true)}>
              {texts.endDispute}
            </ActionButton>
          </Group>
        </>
      )}
    </>
  )
}

type RefundProps = { readonly refund: AdminPayment['refunds'][number]; readonly canWait: boolean }

/** A refund of a payment. `canWait`: whether one of the payment could not be sent for a day. */
function Refund({ refund, canWait }: RefundProps) {
  const { id, amount, state, fileId, reason, failure, createdAt } = refund
  const [ending, setEnding] = useState<Ending>()
  const isOpen = state === 'FAILED' || state === 'OWED' || (state === 'DUE' && canWait)
  return (
    <>
      <ShopTime at={createdAt} /> · {texts.refund(amount, state, reason)}
      {failure !== null && <span className={classes['reference']}>{failure}</span>}
      {ending && <EndForm ending={ending} onClose={() => setEnding(undefined)} />}
      {fileId !== null && <span className={classes['reference']}>{texts.inFile(fileId)}</span>}
      {isOpen && fileId === null && (
        <Group gap="sm" mt="xs" display={ending && 'none'}>
          {state === 'FAILED' && (
            <ActionButton size="xs" variant="default" onClick={() => setEnding({ id, how: 'retry' })}>
              {texts.retry}
            </ActionButton>
          )}
          <ActionButton size="xs" variant="default" onClick={() => setEnding({ id, how: 'byHand' })}>
            {texts.byHand}
          </ActionButton>
        </Group>
      )}
    </>
  )
}
