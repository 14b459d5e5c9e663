import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getReconciliation, reconciledDays } from '#contract/admin-reconciliation.ts'
import { pages } from '#contract/pages.ts'
import { displayedDay } from '#domain/time/displayed-day.ts'
import { type Cents, euro } from '#domain/money.ts'
import { useUrlQuery } from '#client/address/url-query.ts'
import { Desk } from '#client/desk/desk.tsx'
import { DownloadButton } from '#client/desk/export-button.tsx'
import { FiguresTable } from '#client/desk/figures-table.tsx'
import { ShopTime } from '#client/ui/moment.tsx'
import { Card } from '#client/ui/cards/card.tsx'
import { CardSkeleton } from '#client/ui/cards/card-skeleton.tsx'
import { LoadFailed } from '#client/ui/feedback/load-failed.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { DayField } from '#client/ui/forms/day-field.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { TextLink } from '#client/ui/links.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import {
  downloadMovements,
  type ReconciledDays,
  type Reconciliation,
  reconciliationQuery,
} from './reconciliation.queries.ts'
import { texts } from './reconciliation.texts.ts'
import classes from './payments-admin.module.css'

type Compared = NonNullable<Reconciliation['reports'][number]['found']>

/** Compares the movements at each provider with the shop's books, by day. */
export function ReconciliationPage() {
  const { query, filterBy } = useUrlQuery(getReconciliation.query)
  const { firstDay, lastDay } = query
  const { data, isLoadingError, error, refetch } = useQuery(reconciliationQuery({ firstDay, lastDay }))
  return (
    <Desk>
      <Stack gap="lg" className={classes['report'] ?? ''}>
        <div>
          <PageHeading title={pages.reconciliation.title} />
          <Text c="dimmed">{texts.explanation}</Text>
        </div>
        {data ? (
          <>
            <DaysForm
              key={`${data.firstDay} ${data.lastDay}`}
              firstDay={data.firstDay}
              lastDay={data.lastDay}
              onChoose={filterBy}
            />
            <Reports found={data} onRetry={refetch} />
          </>
        ) : isLoadingError ? (
          <>
            <DaysForm firstDay={firstDay ?? ''} lastDay={lastDay ?? ''} onChoose={filterBy} />
            <LoadFailed text={error?.message ?? ''} onRetry={refetch} />
          </>
        ) : (
          <CardSkeleton height="17rem" lines={6} />
        )}
      </Stack>
    </Desk>
  )
}

type FormProps = {
  readonly firstDay: string
  readonly lastDay: string
  readonly onChoose: (days: ReconciledDays) => void
}

function DaysForm({ firstDay, lastDay, onChoose }: FormProps) {
  const form = useCheckedForm({ schema: reconciledDays, initialValues: { firstDay, lastDay } })
  return (
    <Form form={form} label={texts.choose} onSubmit={onChoose}>
      <Group align="flex-start" gap="sm">
        <DayField label={texts.from} {...form.getInputProps('firstDay')} />
        <DayField label={texts.to} {...form.getInputProps('lastDay')} />
        <Button type="submit" variant="default" mt="1.5625rem">
          {texts.show}
        </Button>
      </Group>
    </Form>
  )
}

type ReportsProps = { readonly found: Reconciliation; readonly onRetry: () => unknown }

function Reports({ found: { firstDay, lastDay, unread, reports }, onRetry }: ReportsProps) {
  return (
    <>
      {unread.map((name) => (
        <Notice key={name} kind="info">
          {texts.unread(name)}
        </Notice>
      ))}
      {unread.length === 0 && reports.length === 0 && <Notice kind="info">{texts.none}</Notice>}
      {reports.map(({ provider, found }) => (
        <Stack key={provider} component="section" gap="md" aria-label={texts.provider(provider)}>
          <Title order={2}>{texts.provider(provider)}</Title>
          {found ? <Compared found={found} /> : <LoadFailed text={texts.silent(provider)} onRetry={onRetry} />}
        </Stack>
      ))}
      {reports.length > 0 && (
        <Group>
          <DownloadButton
            label={texts.download}
            fileName={`movements-${firstDay}-${lastDay}.csv`}
            download={(progress) => downloadMovements({ firstDay, lastDay }, progress)}
          />
        </Group>
      )}
    </>
  )
}

function Compared({ found: { total, days, differences } }: { readonly found: Compared }) {
  return (
    <>
      <Notice kind="info">{differences.length === 0 ? texts.agreed : texts.differs(total.difference)}</Notice>
      {differences.length > 0 && <Differences differences={differences} />}
      <Card as="section">
        <Title order={3} mb="sm">
          {texts.days}
        </Title>
        <FiguresTable
          label={texts.days}
          head={[
            ...[texts.day, texts.charges, texts.refunds, texts.disputes, texts.atProvider, texts.inShop],
            ...[texts.difference, texts.fees, texts.payouts],
          ]}
          rows={days.toReversed().map((day) => [displayedDay(day.day), ...cellsOf(day)])}
          foot={[texts.total, ...cellsOf(total)]}
        />
      </Card>
    </>
  )
}

function cellsOf({
  charges,
  refunds,
  disputes,
  provider,
  shop,
  difference,
  fees,
  payouts,
}: Compared['total']): string[] {
  return [charges, refunds, disputes, provider, shop, difference, fees, payouts].map(euro)
}

function Differences({ differences }: { readonly differences: Compared['differences'] }) {
  return (
    <Card as="section" aria-label={texts.differences}>
      <Title order={3} mb="sm">
        {texts.differences}
      </Title>
      <ul className={classes['list']}>
        {differences.map(({ at, kind, ref, paymentId, provider, shop }) => (
          <li key={`${at} ${kind} ${ref} ${paymentId} ${provider}`}>
            <ShopTime at={at} /> · {texts.kinds[kind]}
            {paymentId !== null && (
              <>
                {' · '}
                <TextLink to={pages.adminPayment.href({ id: paymentId })}>{texts.payment(paymentId)}</TextLink>
              </>
            )}
            <Text size="sm">
              {texts.atProvider}: {moneyOf(provider)} · {texts.inShop}: {moneyOf(shop)}
            </Text>
            <span className={classes['reference']}>{ref}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const moneyOf = (amount: Cents | null) => (amount === null ? texts.nothing : euro(amount))
