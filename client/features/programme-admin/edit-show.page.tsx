import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { pages } from '#contract/pages.ts'
import type { ShowId } from '#domain/ids.ts'
import { showNameOf } from '#domain/show-name.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { ApiError } from '#client/calls/api-error.ts'
import { DeleteRecord } from '#client/desk/delete-record.tsx'
import { DeskRecord } from '#client/desk/desk-record.tsx'
import { useEdit } from '#client/desk/use-edit.ts'
import { useKeptForm } from '#client/forms/kept-form.ts'
import { NotFoundPage } from '#client/shell/not-found-page.tsx'
import { confirmed } from '#client/ui/feedback/confirm.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { CreationForm } from '#client/ui/forms/creation-form.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { type AdminShow, sendShowChange, showQuery, useDeleteShow } from './desk.queries.ts'
import { texts } from './desk.texts.ts'
import { ShowFields } from './show-fields.tsx'
import { changedShowForm, changedShowIn, showValuesOf, type ShowValues } from './show-form.ts'

/** Edits or deletes a show. */
export function EditShowPage() {
  const id = useIdParam(pages.editShow)
  return id === undefined ? <NotFoundPage /> : <KnownShow id={id} />
}

function KnownShow({ id }: { readonly id: ShowId }) {
  const query = useQuery(showQuery(id))
  const list = { to: pages.adminShows.href(), title: pages.adminShows.title }
  return (
    <DeskRecord title={texts.editShow} query={query} list={list}>
      {(show) =>
        show.isCancelled ? (
          <CancelledShow show={show} />
        ) : (
          <EditShow key={show.id} show={show} onReload={query.refetch} />
        )
      }
    </DeskRecord>
  )
}

type Props = { readonly show: AdminShow; readonly onReload: () => unknown }

function CancelledShow({ show }: Pick<Props, 'show'>) {
  return (
    <Stack gap="lg">
      <PageHeading title={showNameOf({ eventTitle: show.event.title, name: show.name })} />
      <EmptyState text={texts.cancelledShow}>
        <ButtonLink to={pages.cancelShow.href(show)}>{texts.cancellation}</ButtonLink>
      </EmptyState>
    </Stack>
  )
}

function EditShow({ show, onReload }: Props) {
  const navigate = useNavigate()
  const goToList = () => navigate({ to: pages.adminShows.href() })
  const form = useKeptForm({
    path: pages.editShow.href(show),
    schema: changedShowForm,
    initialValues: showValuesOf(show),
  })
  const edit = useEdit({
    form,
    save: (values) => saveAfterQuestion(show, values),
    onReload,
    success: texts.showSaved,
    failure: texts.showNotSaved,
    onSaved: goToList,
  })
  const deletion = useDeleteShow(show, goToList)
  const [now] = useState(Date.now)
  const isHeld = show.sold + show.reserved > 0
  const hint = Date.parse(show.startTime) <= now ? texts.started : isHeld && texts.concerned
  return (
    <CreationForm
      {...edit}
      title={texts.editShow}
      lead={
        <>
          {showNameOf({ eventTitle: show.event.title, name: show.name })}
          <br />
          {texts.sales(show)}
          <br />
          {hint}
        </>
      }
      action={texts.save}
      cancelTo={pages.adminShows.href()}
      isWide
      extra={
        isHeld ? (
          <ButtonLink to={pages.cancelShow.href(show)} variant="outline" color="red" size="md">
            {texts.cancelShow}
          </ButtonLink>
        ) : (
          <DeleteRecord
            label={texts.deleteShow}
            question={texts.deleteShowQuestion}
            name={show.name}
            deletion={deletion}
          />
        )
      }
    >
      <ShowFields form={form} />
    </CreationForm>
  )
}

/** Saves a show. Asks first if customers get an email about the change. */
async function saveAfterQuestion(show: AdminShow, values: ShowValues): Promise<AdminShow> {
  const body = { ...changedShowIn(values), version: show.version }
  try {
    return await sendShowChange(show.id, body)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'change_needs_confirmation') throw error
    const details = (
      <>
        <Text>{error.message}</Text>
        <Text mt="xs">{texts.refundable}</Text>
      </>
    )
    if (!(await confirmed({ title: texts.tellCustomers, details, confirm: texts.changeAndTell }))) throw error
    return sendShowChange(show.id, { ...body, isConfirmed: true })
  }
}
