import { MantineProvider } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { PAYMENT_TYPES } from '#domain/payments/payment-types.ts'
import { queryClient } from '#client/calls/query-client.ts'
import { createShopRouter } from '#client/routes.tsx'
import { theme } from '#client/theme.ts'
import { endSession, startSession, type Role } from '#client/session.ts'
// Loads idle-time modules before any interaction.
import '#client/shell/dialogs.tsx'
import '#client/shell/toasts.tsx'

const shopRouter = createShopRouter()

// The first test of a page also loads its code.
configure({ asyncUtilTimeout: 60_000 })

/** A recorded call, such as `GET /events?title=a`, below the API's prefix. `body` is '' if it is not JSON. */
export type Asked = {
  readonly line: string
  readonly query: URLSearchParams
  readonly body: unknown
  readonly key: string | null
}

/** Answers by the beginning of a call's line; functions compute the answer. */
type Answers = Readonly<Record<string, unknown>>

/** The logged-in user. */
export const givenOwner = {
  id: 1,
  firstName: 'Zofia',
  lastName: 'Nowak',
  email: 'zofia@foyer.example',
  address: '',
  points: 120,
  isAdmin: false,
  isEmailVerified: true,
  wantsReminders: true,
  deletionNeedsPassword: false,
}

const nothing = { total: 0, elements: [] }

/** Figures of a shop that has sold nothing. */
export const noFigures = {
  ...{ ticketsSold: 0, ticketsRefunded: 0, sales: 0, refunds: 0, turnover: 0, net: 0 },
  ...{ pointsIssued: 0, pointsWithdrawn: 0, pointsSpent: 0 },
}
const figures = {
  ...{ firstDay: '2026-11-22', lastDay: '2026-11-22', total: noFigures, days: [{ day: '2026-11-22', ...noFigures }] },
  ...{
    types: [],
    locations: [],
    shows: [],
    products: [],
    coming: { shows: 0, sold: 0, reserved: 0, held: 0, free: 0 },
  },
}

/** The open tasks at the desk of a shop without any. */
export const nothingWaits = { products: 0, failedMails: 0, cancellations: 0, conflicts: 0, payments: 0, movements: 0 }

/** The state of a shop that sells. */
export const hasAll = {
  ...{ location: true, seatingPlan: true, artist: true, event: true, show: true, publishedShow: true },
}
/** The ways to pay of a shop without a provider. */
const simulatedMethods = [
  {
    method: 'simulated',
    paymentTypes: PAYMENT_TYPES,
    isSimulated: true,
    isTest: false,
    offeredUntilMinutes: null,
  },
]
const usual: Answers = {
  'GET /payments/methods': { total: 1, elements: simulatedMethods },
  'GET /admin/figures': figures,
  'GET /admin/overview': { waiting: nothingWaits, has: hasAll },
  'GET /carts': { tickets: [], merchandisePurchases: [] },
  'GET /users/detail': givenOwner,
  'GET /users/second-factor': { isOn: false, isMissing: false, recoveryCodesLeft: 0 },
}

const rolesOf: Record<Role, readonly string[]> = {
  UNDEFINED: [],
  USER: ['ROLE_USER'],
  STAFF: ['ROLE_STAFF'],
  ADMIN: ['ROLE_ADMIN'],
}

/** Creates a session token with a role. Without a user, the tab keeps nothing for the session. */
export function tokenOf(role: Role, user?: string): string {
  return ['{}', JSON.stringify({ rol: rolesOf[role], sub: user }), 'x'].map((part) => btoa(part)).join('.')
}

type Opened = { role?: Role; user?: string; answers?: Answers }

/** Returns the address to which a link to a page leads. Draws nothing, which takes most of the time. */
export async function addressFor(path: string, opened: Opened): Promise<string> {
  const { router } = await loadPage(path, opened)
  return router.state.location.href
}

/** Opens the whole client at an address, with a stubbed network that answers as given, by default with empty lists. */
export async function openShop(path: string, opened: Opened) {
  const { asked, router } = await loadPage(path, opened)
  render(
    <MantineProvider env="test" theme={theme}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await soon(() => expect(screen.getByRole('main').querySelector('h1')).not.toBeNull())
  return {
    asked,
    /** Returns the current address with its query. */
    address: () => router.state.location.href,
    /** Returns the state of the history entry. */
    historyState: () => router.state.location.state,
    lastAsked: (line: string) => asked.findLast((call) => call.line.startsWith(line)),
    fill: (label: string | RegExp, value: string) => {
      const field = screen.getByLabelText(label)
      fireEvent.change(field, { target: { value } })
      fireEvent.blur(field)
    },
    press: (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name })),
  }
}

/** Loads the code of a page, or of that to which its address redirects. */
async function loadPage(path: string, { role = 'UNDEFINED', user, answers = {} }: Opened) {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const url = new URL(request.url)
    const line = `${request.method} ${url.pathname.replace(/^.*api\/v1/, '')}`
    const isJson = request.headers.get('content-type')?.startsWith('application/json')
    const body = isJson ? await request.json() : ''
    const key = request.headers.get('idempotency-key')
    const call = { line: `${line}${url.search}`, query: url.searchParams, body, key }
    asked.push(call)
    return replyTo(call, { ...usual, ...answers })
  })
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run())
  if (role !== 'UNDEFINED') startSession(tokenOf(role, user))
  const router = createRouter({ ...shopRouter.options, history: createMemoryHistory({ initialEntries: [path] }) })
  await router.load()
  return { asked, router }
}

/** Closes the shop of `openShop` or `addressFor`. */
export function closeShop(): void {
  notifications.clean()
  cleanup()
  endSession()
  queryClient.clear()
  vi.unstubAllGlobals()
}

/** Waits until an expectation holds. */
export const soon = <Result,>(look: () => Result) => waitFor(look)

async function replyTo(call: Asked, answers: Answers): Promise<Response> {
  const key = Object.keys(answers).findLast((begin) => call.line.startsWith(begin))
  if (key === undefined && /\/\d+$/.test(call.line)) return new Response('There is no such thing.', { status: 404 })
  const known = key === undefined ? nothing : answers[key]
  const answer: unknown = typeof known === 'function' ? await known(call) : known
  if (answer instanceof Response) return answer.clone()
  return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer)
}
