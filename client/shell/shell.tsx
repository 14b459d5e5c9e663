import { Outlet } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { onUnconfirmedEmail } from '#client/api.ts'
import { confirmEmail } from '#client/customer/email-confirmation.ts'
import { useSession } from '#client/session.ts'
import { dialogsFailed } from '#client/ui/feedback/dialogs.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { lazyOptionalPartWhenIdle } from './lazy-optional-part.tsx'
import { LazyToasts } from './lazy-toasts.tsx'
import { texts } from './shell.texts.ts'
import { useReturnToPlace } from './use-return-to-place.ts'
import classes from './shell.module.css'

const loadDialogs = () =>
  import('./dialogs.tsx').catch((error: unknown) => {
    dialogsFailed()
    throw error
  })
const Dialogs = lazyOptionalPartWhenIdle(loadDialogs, 'Dialogs')

/** Renders header, main content and footer of every page. */
export function Shell() {
  const { isLoggedIn } = useSession()
  useReturnToPlace()
  // The code of the dialog may still be loading when a call is refused.
  useEffect(() => onUnconfirmedEmail(confirmEmail), [])
  return (
    <div className={classes['layout']}>
      <SkipLink />
      <Header />
      <main id="content" tabIndex={-1} className={classes['main']}>
        <Outlet />
      </main>
      <Footer />
      <LazyToasts />
      <Suspense>{isLoggedIn && <Dialogs />}</Suspense>
    </div>
  )
}

// A link to '#content' would resolve against the base path instead of this page.
function SkipLink() {
  return (
    <button
      type="button"
      className={classes['skip']}
      onClick={() => document.querySelector<HTMLElement>('main')?.focus()}
    >
      {texts.skip}
    </button>
  )
}
