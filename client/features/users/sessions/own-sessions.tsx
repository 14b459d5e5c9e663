import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { PagedList } from '#client/ui/lists/paged-list.tsx'
import { ownZone } from '#client/ui/moment.tsx'
import { ProfileSection } from '../profile-section.tsx'
import { SessionRow } from './session-row.tsx'
import { PAGE_SIZE, sessionsQuery, useEndOtherSessions } from './sessions.queries.ts'
import { texts } from './sessions.texts.ts'

/** Lists the user's sessions and ends them. */
export function OwnSessions() {
  const [pageIndex, setPageIndex] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useQuery(sessionsQuery(pageIndex))
  const { act, isPending } = useEndOtherSessions()
  return (
    <ProfileSection title={texts.sessions} lead={texts.lead(ownZone())} heading={heading}>
      <Stack gap="md" align="stretch">
        <PagedList
          list={list}
          pageSize={PAGE_SIZE}
          pageIndex={pageIndex}
          onGo={setPageIndex}
          label={texts.sessions}
          heading={heading}
          skeleton={<Skeleton h="3.5rem" />}
          empty={null}
        >
          {(session) => <SessionRow session={session} />}
        </PagedList>
        {list.data && list.data.total > 1 && (
          <ActionButton variant="default" isBusy={isPending} onClick={() => act()} style={{ alignSelf: 'flex-start' }}>
            {texts.endOthers}
          </ActionButton>
        )}
      </Stack>
    </ProfileSection>
  )
}
