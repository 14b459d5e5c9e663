import { Burger, Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { pages } from '#contract/pages.ts'
import { useSession } from '#client/session.ts'
import { toastError } from '#client/ui/feedback/toasts.ts'
import { ButtonLink } from '#client/ui/links.tsx'
import { BrandMark } from './brand-mark.tsx'
import { lazyCode } from './lazy-code.ts'
import { lazyOptionalPartWhenIdle } from './lazy-optional-part.tsx'
import { mainPagesFor } from './main-pages.ts'
import { SchemeSwitch } from './scheme-switch.tsx'
import { texts } from './shell.texts.ts'
import classes from './header.module.css'

const AccountMenu = lazyOptionalPartWhenIdle(() => import('./account-menu.tsx'), 'AccountMenu')
const menu = lazyCode(() => import('./navigation-drawer.tsx'))

/** Shows the top navigation (specification, section 2.3). */
export function Header() {
  const { role, isLoggedIn } = useSession()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [menuCode, setMenuCode] = useState(menu.loaded)
  const openMenu = () => {
    setMenuOpen(true)
    menu.fetch().then(setMenuCode, () => {
      setMenuOpen(false)
      toastError(texts.menuFailed)
    })
  }
  return (
    <header className={classes['header']}>
      <div className={classes['bar']}>
        <Link to={pages.home.href()} className={classes['brand']} activeOptions={{ exact: true }}>
          <BrandMark />
          {texts.brand}
        </Link>
        <nav aria-label={texts.mainNavigation} className={classes['pages']}>
          {mainPagesFor(role).map((page) => (
            <Link
              key={page.path}
              to={page.href()}
              className={classes['page']}
              activeOptions={{ exact: page === pages.home, includeSearch: false }}
            >
              {page.nav}
            </Link>
          ))}
        </nav>
        <Group gap="xs" wrap="nowrap" ml="auto" className={classes['own']}>
          <SchemeSwitch />
          {isLoggedIn ? (
            <Suspense fallback={<RoomForAccountMenu />}>
              <AccountMenu />
            </Suspense>
          ) : (
            <Group gap="xs" wrap="nowrap" visibleFrom="sm">
              <ButtonLink to={pages.login.href()} variant="subtle">
                {pages.login.title}
              </ButtonLink>
              <ButtonLink to={pages.register.href()}>{pages.register.title}</ButtonLink>
            </Group>
          )}
          <Burger
            className={classes['burger']}
            opened={isMenuOpen}
            onClick={openMenu}
            size="sm"
            aria-label={texts.openMenu}
            aria-expanded={isMenuOpen}
          />
        </Group>
      </div>
      {menuCode && <menuCode.NavigationDrawer isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />}
    </header>
  )
}

/** Keeps the room of the account menu while its code loads, so that no other button moves under a finger. */
function RoomForAccountMenu() {
  return (
    <>
      <span className={classes['cart']} style={{ visibility: 'hidden' }} />
      <Button
        variant="subtle"
        className={classes['profile']}
        rightSection={<span className={classes['arrow']} />}
        style={{ visibility: 'hidden' }}
      >
        {texts.profile}
      </Button>
    </>
  )
}
