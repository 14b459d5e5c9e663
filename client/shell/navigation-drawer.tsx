import { Divider, Drawer } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import '@mantine/core/styles/Drawer.layer.css'
import '@mantine/core/styles/Divider.layer.css'
import { useSession } from '#client/session.ts'
import { mainPagesFor, ownPages } from './main-pages.ts'
import { texts } from './shell.texts.ts'
import { useLogOut } from './use-log-out.ts'
import classes from './navigation-drawer.module.css'

type Props = { readonly isOpen: boolean; readonly onClose: () => void }

/** Shows the navigation of narrow screens. */
export function NavigationDrawer({ isOpen, onClose }: Props) {
  const { role, isLoggedIn } = useSession()
  const logOut = useLogOut()
  // Opens after mounting, so that it can restore the focus.
  const isThere = useMounted()
  return (
    <Drawer
      opened={isOpen && isThere}
      onClose={onClose}
      position="right"
      size="min(20rem, 86vw)"
      title={texts.menu}
      closeButtonProps={{ 'aria-label': texts.closeMenu }}
    >
      <nav aria-label={texts.mainNavigation} className={classes['pages']}>
        {mainPagesFor(role).map((page) => (
          <Link key={page.path} to={page.href()} className={classes['page']} onClick={onClose}>
            {page.nav}
          </Link>
        ))}
        <Divider my="xs" />
        {ownPages(isLoggedIn).map((page) => (
          <Link key={page.path} to={page.href()} className={classes['page']} onClick={onClose}>
            {page.title}
          </Link>
        ))}
        {isLoggedIn && (
          <button
            type="button"
            className={classes['page']}
            onClick={() => {
              onClose()
              logOut()
            }}
          >
            {texts.logOut}
          </button>
        )}
      </nav>
    </Drawer>
  )
}
