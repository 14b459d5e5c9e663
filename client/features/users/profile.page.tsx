import { Group, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { pages } from '#contract/pages.ts'
import { ownUserQuery } from '#client/customer/own-user.ts'
import { ButtonLink } from '#client/ui/links.tsx'
import { CardSkeleton } from '#client/ui/cards/card-skeleton.tsx'
import { LoadFailed } from '#client/ui/feedback/load-failed.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { OwnData } from './own-data.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import classes from './profile.module.css'
import { OwnSecondFactor, SecondFactorSkeleton } from './second-factor/own-second-factor.tsx'
import { secondFactorQuery } from './second-factor/second-factor.queries.ts'
import { OwnSessions } from './sessions/own-sessions.tsx'
import { UnconfirmedEmail } from './unconfirmed-email.tsx'
import { texts } from './users.texts.ts'

/** Shows the user's account (specification, section 2.14). */
export function ProfilePage() {
  const navigate = useNavigate()
  const { data: user, isLoadingError, refetch } = useQuery(ownUserQuery)
  const { data: factor, isPending: isFactorPending } = useQuery(secondFactorQuery)
  return (
    <Stack gap="xl">
      <PageHeading title={texts.profile}>{user ? texts.welcome(user.firstName) : texts.profile}</PageHeading>
      {user ? (
        <>
          {!user.isEmailVerified && <UnconfirmedEmail email={user.email} />}
          <Group gap="sm">
            <ButtonLink to={pages.ownTickets.href()}>{texts.toTickets}</ButtonLink>
            <ButtonLink to={pages.merchandise.href()} variant="default">
              {texts.redeem(user.points)}
            </ButtonLink>
          </Group>
          <div className={classes['sections']}>
            {factor?.isMissing && <OwnSecondFactor state={factor} />}
            <ProfileForm user={user} />
            <PasswordForm email={user.email} />
            {isFactorPending && <SecondFactorSkeleton />}
            {factor && !factor.isMissing && <OwnSecondFactor state={factor} />}
            <OwnSessions />
            <OwnData />
            <DeleteAccount user={user} leavePage={() => void navigate({ to: pages.login.href() })} />
          </div>
        </>
      ) : isLoadingError ? (
        <LoadFailed onRetry={refetch} />
      ) : (
        <Waiting />
      )}
    </Stack>
  )
}

function Waiting() {
  return (
    <Stack gap="xl" aria-busy>
      <Skeleton h="2.25rem" w="19rem" maw="100%" />
      <div className={classes['sections']}>
        <CardSkeleton height="27rem" lines={10} />
        <CardSkeleton height="27rem" lines={10} />
      </div>
    </Stack>
  )
}
