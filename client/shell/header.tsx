import { Burger, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { paths } from '#client/paths.ts'
import { useSession } from '#client/session.ts'
import { ButtonLink } from '#client/ui/links.tsx'
import { BrandMark } from './brand-mark.tsx'
import { lazyOptionalPart } from './lazy-optional-part.tsx'
import { mainPages } from './main-pages.ts'
import { SchemeSwitch } from './scheme-switch.tsx'
import { texts } from './shell.texts.ts'
import classes from './header.module.css'

const AccountMenu = lazyOptionalPart(() => import('./account-menu.tsx'), 'AccountMenu')
const NavigationDrawer = lazyOptionalPart(() => import('./navigation-drawer.tsx'), 'NavigationDrawer')

/** The top navigation (specification, section 2.3). */
export function Header() {
  const { role, isLoggedIn } = useSession()
  const [drawer, setDrawer] = useState<'unused' | 'open' | 'closed'>('unused')
  return (
    <header className={classes['header']}>
      <div className={classes['bar']}>
        <Link to={paths.home} className={classes['brand']} activeOptions={{ exact: true }}>
          <BrandMark />
          {texts.brand}
        </Link>
        <nav aria-label={texts.mainNavigation} className={classes['pages']}>
          {mainPages(role).map(({ to, name, isExact }) => (
            <Link key={to} to={to} className={classes['page']} activeOptions={{ exact: isExact, includeSearch: false }}>
              {name}
            </Link>
          ))}
        </nav>
        <Group gap="xs" wrap="nowrap" ml="auto" className={classes['own']}>
          <SchemeSwitch />
          {isLoggedIn ? (
            <Suspense>
              <AccountMenu />
            </Suspense>
          ) : (
            <Group gap="xs" wrap="nowrap" visibleFrom="sm">
              <ButtonLink to={paths.login} variant="subtle">
                {texts.login}
              </ButtonLink>
              <ButtonLink to={paths.register}>{texts.register}</ButtonLink>
            </Group>
          )}
          <Burger
            className={classes['burger']}
            opened={drawer === 'open'}
            onClick={() => setDrawer('open')}
            size="sm"
            aria-label={texts.openMenu}
            aria-expanded={drawer === 'open'}
          />
        </Group>
      </div>
      {drawer !== 'unused' && (
        <Suspense>
          <NavigationDrawer isOpen={drawer === 'open'} onClose={() => setDrawer('closed')} />
        </Suspense>
      )}
    </header>
  )
}
