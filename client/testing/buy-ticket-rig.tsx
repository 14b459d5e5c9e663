import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, configure, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { vi } from 'vitest'
import { writeState } from '#contract/compact-seating/state.ts'
import { writePlan } from '#contract/compact-seating/write-plan.ts'
import { problem } from '#domain/problem.ts'
import { queryClient } from '#client/calls/query-client.ts'
import { BuyTicketPage } from '#client/features/seating/buy-ticket.page.tsx'
import { endSession } from '#client/session.ts'
import { lazyPart } from '#client/shell/lazy-part.tsx'
import { givenSeatingPlan, givenSeatModel, givenState, placeId } from './given-seating-plan.ts'
import { refusalOf } from './refusal-of.ts'
import { givenShow } from './sample-data.ts'

// Opening a page several times in a test takes long on a slow machine.
configure({ asyncUtilTimeout: 60_000 })

type Answer = Response | Promise<Response>

const checkout = async () => () => <p>the checkout</p>

const defaultAnswers = {
  taken: [] as number[],
  inCart: [] as number[],
  /** The ids of payments by the places in the cart that are being paid. */
  paymentIds: {} as Record<number, number>,
  isBroken: false,
  startTime: givenShow.startTime,
  show: (): Answer => Response.json({ ...givenShow, startTime: rig.startTime }),
  saleStart: (): Answer => refusalOf(problem('not_found', { what: 'show' })),
  arrive: (): Answer => refusalOf(problem('not_found', { what: 'show' })),
  line: (): Answer => refusalOf(problem('not_found', { what: 'show' })),
  plan: (): Answer => Response.json(writePlan(givenSeatingPlan())),
  reserve: (): Answer => Response.json({ total: 0, elements: [] }, { status: 201 }),
  checkout: checkout as () => Promise<ComponentType>,
}

/** The answers of a server with the plan of `givenSeatingPlan`. Tests change them. */
export const rig = { ...defaultAnswers }

/** Resets the answers and replaces `fetch`. */
export function openRig(): void {
  Object.assign(rig, defaultAnswers)
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname.replace(/^.*api\/v1/, '')
    if (rig.isBroken) return new Response('This is not done yet.', { status: 501 })
    if (path === '/eventshows/7') return rig.show()
    if (path === '/eventshows/7/sale-start') return rig.saleStart()
    if (path === '/eventshows/7/waiting-place') return rig.arrive()
    if (path === '/eventshows/7/line') return rig.line()
    if (path === '/seatingplans/event-show/7') return rig.plan()
    if (path === '/tickets/reservations') {
      const reservations = rig.taken.map((id) => ({ placeId: placeId(id), ticketState: 'RESERVED' as const }))
      const capacities = [{ seatingPlanPlaceId: placeId(20), occupied: 0, capacity: 50 }]
      return new Response(writeState(givenState(givenSeatModel(), { reservations, capacities })))
    }
    if (path === '/tickets') return rig.reserve()
    if (path === '/users/tickets') return Response.json({ total: 0, elements: [] })
    if (path === '/carts') {
      const tickets = rig.inCart.map((id) => ({ placeId: id, eventShow: { id: 7 }, paymentId: rig.paymentIds[id] }))
      return Response.json({ tickets, merchandisePurchases: [] })
    }
    return refusalOf(problem('not_found', { what: 'show' }))
  })
}

export function closeRig(): void {
  notifications.clean()
  cleanup()
  queryClient.clear()
  endSession()
  sessionStorage.clear()
  vi.unstubAllGlobals()
}

/** Opens the page of a show, by default of show 7. Returns a simulated user and the history of the router. */
export function openPage(id = '7') {
  const root = createRootRoute()
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/event-show/$id', component: BuyTicketPage }),
    createRoute({ getParentRoute: () => root, path: '/checkout', component: lazyPart(() => rig.checkout()) }),
  ])
  const history = createMemoryHistory({ initialEntries: [`/event-show/${id}`] })
  render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createRouter({ routeTree, history })} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { user: userEvent.setup(), history }
}

type User = ReturnType<typeof openPage>['user']

export async function openList(user: User, sector: RegExp): Promise<void> {
  await user.click(await screen.findByRole('radio', { name: 'List' }))
  await user.click(await screen.findByRole('button', { name: sector }))
}

export const panel = () => within(screen.getByRole('complementary', { name: 'Your tickets' }))

export const reserveNow = (user: User) => user.click(screen.getByRole('button', { name: 'Reserve Selected Tickets' }))
