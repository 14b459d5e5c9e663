import { Group, Stack, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import * as z from 'zod/mini'
import { optionalText } from '#contract/fields.ts'
import { listUsers } from '#contract/users.ts'
import { pages } from '#contract/pages.ts'
import { Desk } from '#client/desk/desk.tsx'
import { ExportButton } from '#client/desk/export-button.tsx'
import { DeskOverview } from '#client/desk/overview.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { NothingFound } from '#client/ui/lists/nothing-found.tsx'
import { Form } from '#client/ui/forms/form.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { PagedList } from '#client/ui/lists/paged-list.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { RowSkeleton } from '#client/ui/cards/row-skeleton.tsx'
import { useLiveFilters } from '#client/ui/forms/use-live-filters.ts'
import { useUrlQuery } from '#client/address/url-query.ts'
import { SaveRecording } from './save-recording.tsx'
import { UserRow } from './user-row.tsx'
import { PAGE_SIZE, usersQuery } from './users-admin.queries.ts'
import { texts } from './users-admin.texts.ts'

const creations = [pages.createShow, pages.createEvent, pages.createNews, pages.createProduct, pages.createUser]

/** Shows the administrators' dashboard (specification, section 2.8). */
export function AdminPage() {
  return (
    <Desk>
      <Stack gap="xl">
        <PageHeading title={texts.administration} />
        <Group component="nav" gap="sm" aria-label={texts.create}>
          {creations.map((page) => (
            <ButtonLink key={page.path} to={page.href()} variant="default">
              {page.title}
            </ButtonLink>
          ))}
          {import.meta.env.RESPONSE_CACHE && <SaveRecording />}
        </Group>
        <DeskOverview />
        <Users />
      </Stack>
    </Desk>
  )
}

type Filters = { email?: string | undefined }

const schema = z.object({ email: optionalText() })

function Users() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { query, filterBy, refineBy, goToPage } = useUrlQuery(listUsers.query)
  const list = useQuery(usersQuery(query))
  const form = useLiveFilters({ schema, filters: query, typed, filtersIn, onFilter: refineBy })
  return (
    <Stack component="section" gap="md" aria-labelledby="users">
      <Group justify="space-between">
        <Title ref={heading} order={2} id="users" tabIndex={-1}>
          {texts.users}
        </Title>
        <ExportButton list="users" filters={query} />
      </Group>
      <search>
        <Form form={form} label={texts.filter} onSubmit={(values) => refineBy(filtersIn(values))}>
          <TextInput label={texts.email} type="search" maw="24rem" {...form.getInputProps('email')} />
        </Form>
      </search>
      <PagedList
        list={list}
        label={texts.users}
        heading={heading}
        pageSize={PAGE_SIZE}
        pageIndex={query.pageIndex}
        onGo={goToPage}
        skeleton={<RowSkeleton lines={2} />}
        empty={
          query.email === undefined ? (
            <EmptyState text={texts.nobody}>
              <ButtonLink to={pages.createUser.href()}>{pages.createUser.title}</ButtonLink>
            </EmptyState>
          ) : (
            <NothingFound text={texts.nobody} onReset={() => filterBy({})} />
          )
        }
      >
        {(user) => <UserRow user={user} />}
      </PagedList>
    </Stack>
  )
}

function typed({ email = '' }: Filters) {
  return { email }
}

function filtersIn({ email }: { email: string }): Filters {
  return { email: email || undefined }
}
