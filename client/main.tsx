import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './shell/fonts.css'
import './shell/mantine.css'
import './shell/global.css'
import './shell/prerendered-shell.css'
import './shell/first-list.css'
import { queryClient } from './calls/query-client.ts'
import { loadResponseCache } from './calls/response-cache.ts'
import { router } from './routes.tsx'
import { positionInPrerenderedShell } from './shell/prerendered-shell.ts'
import { trustOwnCodeOnly } from './shell/trusted-html.ts'
import { watchSession } from './shell/watch-session.ts'
import { cssVariables, theme } from './theme.ts'

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root')
const app = createRoot(root)

const nonce = document.querySelector<HTMLElement>('script[nonce]')?.nonce ?? ''
// The scroll lock of dialogs creates a style element and reads the nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce })

const colorScheme = localStorageColorSchemeManager({ key: 'foyer-color-scheme' })

if (import.meta.env.RESPONSE_CACHE) await loadResponseCache()
trustOwnCodeOnly()
watchSession(router, queryClient)

// The prerendered shell stays, and its links work, until the first render replaces it.
void router.load().then(draw, draw)

function draw(): void {
  const goBackToPlace = positionInPrerenderedShell()
  const stop = router.subscribe('onRendered', () => {
    stop()
    goBackToPlace()
  })
  startTransition(drawPage)
}

function drawPage(): void {
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
