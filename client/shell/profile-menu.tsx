import { Button, Menu } from '@mantine/core'
import {
  IconChevronDown,
  IconFileInvoice,
  IconLogout,
  IconShoppingBag,
  IconTicket,
  IconUser,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { paths } from '#client/paths.ts'
import { texts } from './shell.texts.ts'
import { useLogOut } from './use-log-out.ts'
import classes from './header.module.css'

const SIZE = 18

/** What belongs to who is logged in. */
export function ProfileMenu() {
  const navigate = useNavigate()
  const logOut = useLogOut()
  const item = (to: string, name: string, icon: ReactNode, isFirst = false) => (
    <Menu.Item leftSection={icon} onClick={() => void navigate({ to })} data-autofocus={isFirst || undefined}>
      {name}
    </Menu.Item>
  )
  return (
    <Menu position="bottom-end" width={220} shadow="md" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          className={classes['profile']}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {texts.profile}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {item(paths.profile, texts.account, <IconUser size={SIZE} aria-hidden />, true)}
        {item(paths.ownTickets, texts.ownTickets, <IconTicket size={SIZE} aria-hidden />)}
        {item(paths.ownInvoices, texts.ownInvoices, <IconFileInvoice size={SIZE} aria-hidden />)}
        {item(paths.checkout, texts.checkout, <IconShoppingBag size={SIZE} aria-hidden />)}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={SIZE} aria-hidden />} onClick={logOut}>
          {texts.logOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
