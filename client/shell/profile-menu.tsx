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
import { type Address, pages } from '#contract/pages.ts'
import { texts } from './shell.texts.ts'
import { useLogOut } from './use-log-out.ts'
import classes from './header.module.css'

const SIZE = 18

type OwnPage = { readonly title: string; readonly href: () => Address }

/** Shows the menu of the logged-in user. */
export function ProfileMenu() {
  const navigate = useNavigate()
  const logOut = useLogOut()
  const item = (page: OwnPage, icon: ReactNode, isFirst = false) => (
    <Menu.Item
      leftSection={icon}
      onClick={() => void navigate({ to: page.href() })}
      data-autofocus={isFirst || undefined}
    >
      {page.title}
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
        {item(pages.profile, <IconUser size={SIZE} aria-hidden />, true)}
        {item(pages.ownTickets, <IconTicket size={SIZE} aria-hidden />)}
        {item(pages.ownInvoices, <IconFileInvoice size={SIZE} aria-hidden />)}
        {item(pages.checkout, <IconShoppingBag size={SIZE} aria-hidden />)}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={SIZE} aria-hidden />} onClick={logOut}>
          {texts.logOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
