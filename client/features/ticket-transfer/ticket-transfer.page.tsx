import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { pages } from '#contract/pages.ts'
import type { getTicketOffer } from '#contract/ticket-transfers.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { placeOf, unbroken } from '#client/names/ticket-name.ts'
import { ApiError } from '#client/calls/api-error.ts'
import { useSession } from '#client/session.ts'
import { Card } from '#client/ui/cards/card.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { Dotted } from '#client/ui/dotted.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { offeredTicketQuery, useAcceptTicket, useDeclineTicket } from './ticket-transfer.queries.ts'
import { texts } from './ticket-transfer.texts.ts'

/** Shows the ticket that the link of a mail offers, to accept or to decline it. */
export function TicketTransferPage() {
  const { token } = useSearch({ strict: false })
  return (
    <Stack maw="38rem">
      <PageHeading title={texts.title} />
      {typeof token === 'string' ? <Offer token={token} /> : <Ended reason={texts.missing} />}
    </Stack>
  )
}

function Offer({ token }: { readonly token: string }) {
  const { data, error } = useQuery(offeredTicketQuery(token))
  const [isDeclined, setDeclined] = useState(false)
  if (isDeclined) return <Ended reason={texts.declined} />
  if (data) return <Offered ticket={data} token={token} onDeclined={() => setDeclined(true)} />
  if (error) return <Ended reason={error.message} isAccepted={isAccepted(error)} />
  return <Skeleton height="12rem" />
}

type Props = {
  readonly ticket: ReplyOf<typeof getTicketOffer>
  readonly token: string
  readonly onDeclined: () => void
}

function Offered({ ticket, token, onDeclined }: Props) {
  const { isLoggedIn } = useSession()
  const decline = useDeclineTicket(token, onDeclined)
  return (
    <>
      <Text>{texts.offers(ticket.fromFirstName)}</Text>
      <Card as="section" aria-label={texts.title}>
        <Text fw={600} size="lg">
          {showNameOf({ eventTitle: ticket.eventTitle, name: ticket.showName })}
        </Text>
        <Text>
          <Dotted>
            <Moment at={ticket.startTime} zone={ticket.timeZone} />
            {ticket.locationName}
          </Dotted>
        </Text>
        <Text fw={600}>{unbroken(placeOf(ticket))}</Text>
      </Card>
      {!isLoggedIn && <Text>{texts.needsAccount}</Text>}
      <Group gap="sm">
        {isLoggedIn ? <Accept token={token} /> : <WaysIn token={token} />}
        <ActionButton variant="default" isBusy={decline.isPending} onClick={() => decline.act()}>
          {texts.decline}
        </ActionButton>
      </Group>
    </>
  )
}

function Accept({ token }: { readonly token: string }) {
  const navigate = useNavigate()
  const { act, isPending } = useAcceptTicket(token, (id) => {
    toastSuccess(texts.accepted)
    return navigate({ to: pages.ticket.href({ id }), replace: true })
  })
  return (
    <ActionButton isBusy={isPending} onClick={() => act()}>
      {texts.accept}
    </ActionButton>
  )
}

/** Leads to the login and back to this offer. */
function WaysIn({ token }: { readonly token: string }) {
  const search = { redirect: `${pages.ticketTransfer.href()}?${new URLSearchParams({ token })}` }
  return (
    <>
      <ButtonLink to={pages.login.href()} search={search}>
        {texts.login}
      </ButtonLink>
      <ButtonLink to={pages.register.href()} search={search} variant="default">
        {texts.register}
      </ButtonLink>
    </>
  )
}

const isAccepted = (error: Error) => error instanceof ApiError && error.code === 'transfer_accepted'

type EndedProps = { readonly reason: string; readonly isAccepted?: boolean }

function Ended({ reason, isAccepted = false }: EndedProps) {
  return (
    <>
      <Notice kind="info">{reason}</Notice>
      <Group>
        {isAccepted && <ButtonLink to={pages.ownTickets.href()}>{texts.toTickets}</ButtonLink>}
        <ButtonLink to={pages.home.href()} variant={isAccepted ? 'default' : 'filled'}>
          {texts.toShop}
        </ButtonLink>
      </Group>
    </>
  )
}
