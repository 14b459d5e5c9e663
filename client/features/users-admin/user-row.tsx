import { Badge, Group, Text } from '@mantine/core'
import '@mantine/core/styles/Badge.layer.css'
import type { User } from '#contract/users.ts'
import { LogLink } from '#client/desk/log-link.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Card } from '#client/ui/cards/card.tsx'
import { confirmed } from '#client/ui/feedback/confirm.tsx'
import {
  useDeleteUser,
  useResetSecondFactor,
  useSendResetLink,
  useToggleLock,
  useToggleStaff,
} from './users-admin.queries.ts'
import { texts } from './users-admin.texts.ts'
import classes from './user-row.module.css'

type Props = { readonly user: User }

/** Shows a user and an administrator's actions. */
export function UserRow({ user }: Props) {
  const { email, firstName, lastName, isAdmin, isStaff, isLocked } = user
  return (
    <Card as="article" className={classes['user'] ?? ''}>
      <div className={classes['who']}>
        <Group gap="0.25rem 0.5rem">
          <Text fw={600}>{email}</Text>
          {isAdmin && (
            <Badge variant="light" tt="none">
              {texts.admin}
            </Badge>
          )}
          {isStaff && !isAdmin && (
            <Badge variant="light" color="gray" tt="none">
              {texts.staff}
            </Badge>
          )}
          {isLocked && (
            <Badge variant="light" color="red" tt="none">
              {texts.locked}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {firstName} {lastName}
        </Text>
        <LogLink kind="USER" id={user.id} name={email} />
      </div>
      <Actions user={user} />
    </Card>
  )
}

function Actions({ user }: Props) {
  const { email, isAdmin, isStaff, isLocked, hasSecondFactor } = user
  const lock = useToggleLock(user)
  const staff = useToggleStaff(user)
  const remove = useDeleteUser(user)
  const reset = useSendResetLink(user)
  const factor = useResetSecondFactor(user)
  const staffName = isStaff ? texts.takeStaff : texts.giveStaff
  const askForRole = async () => {
    const question = { title: isStaff ? texts.takeQuestion : texts.giveQuestion, details: email, confirm: staffName }
    if (await confirmed(question)) staff.act()
  }
  const lockName = isLocked ? texts.unlock : texts.lock
  const askToDelete = async () => {
    const question = { title: texts.deleteQuestion, details: email, confirm: texts.delete, isDestructive: true }
    if (await confirmed(question)) remove.act()
  }
  const askToReset = async () => {
    const question = { title: texts.resetQuestion, details: email, confirm: texts.resetPassword }
    if (await confirmed(question)) reset.act()
  }
  const askToResetFactor = async () => {
    const question = { title: texts.resetSecondFactorQuestion, details: email, confirm: texts.resetSecondFactor }
    if (await confirmed(question)) factor.act()
  }
  return (
    <Group gap="xs">
      <ActionButton
        variant="default"
        size="xs"
        isBusy={lock.isPending}
        aria-label={texts.of(lockName, email)}
        onClick={() => lock.act()}
      >
        {lockName}
      </ActionButton>
      <ActionButton
        variant="default"
        size="xs"
        isBusy={reset.isPending}
        aria-label={texts.of(texts.resetPassword, email)}
        onClick={() => void askToReset()}
      >
        {texts.resetPassword}
      </ActionButton>
      {!isAdmin && (
        <ActionButton
          variant="default"
          size="xs"
          isBusy={staff.isPending}
          aria-label={texts.of(staffName, email)}
          onClick={() => void askForRole()}
        >
          {staffName}
        </ActionButton>
      )}
      {hasSecondFactor && (
        <ActionButton
          variant="default"
          size="xs"
          isBusy={factor.isPending}
          aria-label={texts.of(texts.resetSecondFactor, email)}
          onClick={() => void askToResetFactor()}
        >
          {texts.resetSecondFactor}
        </ActionButton>
      )}
      <ActionButton
        variant="outline"
        color="red"
        size="xs"
        isBusy={remove.isPending}
        aria-label={texts.of(texts.delete, email)}
        onClick={() => void askToDelete()}
      >
        {texts.delete}
      </ActionButton>
    </Group>
  )
}
