import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type RegisteredRouter, RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import './shell/fonts.css'
import './shell/mantine.css'
import './shell/global.css'
import './shell/prerendered-shell.css'
import './shell/first-list.css'
import { queryClient } from './calls/query-client.ts'
import { loadResponseCache } from './calls/response-cache.ts'
import { createShopRouter } from './routes.tsx'
import { nextTask } from './shell/next-task.ts'
import { keepPosition } from './shell/prerendered-shell.ts'
import { trustOwnCodeOnly } from './shell/trusted-html.ts'
import { watchSession } from './shell/watch-session.ts'
import { cssVariables, theme } from './theme.ts'

const colorScheme = localStorageColorSchemeManager({ key: 'foyer-color-scheme' })

// Evaluating the modules, starting the shop and drawing the page are tasks of their own, because together they would
// block input for too long on a phone.
void nextTask().then(start)

async function start(): Promise<void> {
  const root = document.querySelector('#root')
  if (!root) throw new Error('index.html has no #root')
  const nonce = document.querySelector<HTMLElement>('script[nonce]')?.nonce ?? ''
  // The scroll lock of dialogs creates a style element and reads the nonce here.
  Object.assign(globalThis, { __webpack_nonce__: nonce })

  if (import.meta.env.RESPONSE_CACHE) await loadResponseCache()
  trustOwnCodeOnly()
  const router = createShopRouter()
  watchSession(router, queryClient)
  const app = createRoot(root)
  await evaluateSharedCode()
  // The prerendered shell stays, and its links work, until the first render replaces it.
  await router.load().catch(() => undefined)
  await nextTask()
  draw(app, router, nonce)
}

/**
 * Evaluates the code that all pages share, before that of the page: the chunk `common` of the build, to which this
 * module belongs. The page reports a failure.
 */
async function evaluateSharedCode(): Promise<void> {
  await import('#contract/fields.ts').catch(() => undefined)
  await nextTask()
}

function draw(app: Root, router: RegisteredRouter, nonce: string): void {
  const restorePosition = keepPosition()
  const stop = router.subscribe('onRendered', () => {
    stop()
    restorePosition()
  })
  startTransition(() => drawPage(app, router, nonce))
}

function drawPage(app: Root, router: RegisteredRouter, nonce: string): void {
  app.render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        colorSchemeManager={colorScheme}
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}
