import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useNavigate,
} from '@tanstack/react-router'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { SeatChoice } from '#domain/seat-choice/seat-choice.ts'
import { placeId } from '#client/testing/given-seating-plan.ts'
import { refusalOf } from '#client/testing/refusal-of.ts'
import { useReservation } from './use-reservation.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Sent = { key: string | null; body: unknown }
let sent: Sent[]
let answers: (() => Response | Promise<Response>)[]
beforeEach(() => {
  sent = []
  answers = []
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push({ key: request.headers.get('idempotency-key'), body: await request.json() })
    return (answers.shift() ?? reserved)()
  })
})

const reserved = () => Response.json({ total: 0, elements: [] }, { status: 201 })
const connectionLost = () => Promise.reject(new TypeError('fetch failed'))
const seatsTaken = () =>
  refusalOf(problem('seats_taken', { places: [{ sectorName: 'Stalls', rowName: 'A', seatNumber: 1 }] }))

const first: SeatChoice = [placeId(1), placeId(20), placeId(20)]

async function givenPaged({ isPast = false } = {}) {
  let reservation: ReturnType<typeof useReservation> | undefined
  const onRefused = vi.fn(async () => true)
  function Page() {
    const navigate = useNavigate()
    const goToCheckout = () => navigate({ to: '/checkout' })
    reservation = useReservation({ showId: 7 as ShowId, isPast, goToCheckout, onRefused })
    return <p>the page</p>
  }
  const root = createRootRoute()
  const page = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component })
  const routeTree = root.addChildren([page('/', Page), page('/checkout', () => <p>the checkout</p>)])
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await screen.findByText('the page')
  return {
    onRefused,
    isUnanswered: (choice: SeatChoice) => reservation?.isUnanswered(choice),
    reserve: async (choice: SeatChoice) => {
      const before = sent.length
      act(() => reservation?.reserve(choice))
      const isDone = () => !reservation?.isReserving || screen.queryByText('the checkout') !== null
      await waitFor(() => expect([sent.length > before, isDone()]).toEqual([true, true]))
    },
    press: (choice: SeatChoice) => act(() => reservation?.reserve(choice)),
  }
}

test('sends the choice with a new idempotency key, and opens the checkout', async () => {
  const { reserve } = await givenPaged()
  await reserve(first)
  expect(sent[0]?.body).toEqual({ eventShowId: 7, seatingPlanPlaceIds: [1, 20, 20] })
  expect(sent[0]?.key).toMatch(/^\w{16,}$/)
  await screen.findByText('the checkout')
  await screen.findByText('Tickets reserved. Please pick up your tickets 30 minutes before the show starts.')
})

test('reuses the key for the same choice after a lost answer, and a new one for another choice', async () => {
  const { reserve, isUnanswered } = await givenPaged()
  answers = [connectionLost, connectionLost, connectionLost]
  await reserve(first)
  expect(isUnanswered(first)).toBe(true)
  expect(isUnanswered([placeId(2)]), 'another choice').toBe(false)
  await reserve(first)
  await reserve([placeId(2)])
  const [a, b, c] = sent.map(({ key }) => key)
  expect(a).toBe(b)
  expect(c).not.toBe(a)
})

test('reloads the places after a refusal, and uses a new key for the next attempt', async () => {
  const { reserve, onRefused, isUnanswered } = await givenPaged()
  answers = [seatsTaken]
  await reserve(first)
  expect(onRefused).toHaveBeenCalledOnce()
  expect(isUnanswered(first)).toBe(false)
  await reserve(first)
  expect(sent[0]?.key).not.toBe(sent[1]?.key)
})

test('sends nothing for a show that has started', async () => {
  const { press } = await givenPaged({ isPast: true })
  press(first)
  await screen.findByText('Cannot reserve tickets after the event has started')
  expect(sent).toEqual([])
})

test('sends nothing for an empty choice', async () => {
  const { press } = await givenPaged()
  press([])
  await screen.findByText('Please select Tickets')
  expect(sent).toEqual([])
})

test('sends once on a double click', async () => {
  const { press } = await givenPaged()
  let answer: (response: Response) => void = () => {}
  answers = [() => new Promise<Response>((resolve) => (answer = resolve))]
  press(first)
  await waitFor(() => expect(sent).toHaveLength(1))
  press(first)
  act(() => answer(reserved()))
  await screen.findByText('the checkout')
  expect(sent).toHaveLength(1)
})
