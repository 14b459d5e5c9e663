import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cents } from '#domain/money.ts'
import { problem } from '#domain/problem.ts'
import { refusalOf } from '#client/testing/refusal-of.ts'
import { useOrder } from './use-order.ts'

const onOrdered = vi.fn<(invoice: { id: number }) => Promise<void>>(() => Promise.resolve())

type Sent = { key: string | null; body: unknown }

let sent: Sent[]
let answers: (() => Response | Promise<Response>)[]

beforeEach(() => {
  sent = []
  answers = []
  onOrdered.mockClear()
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push({ key: request.headers.get('idempotency-key'), body: await request.json() })
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    return answer()
  })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const bought = () => Response.json({ id: 7 }, { status: 201 })
const refused = () => refusalOf(problem('prices_changed', { total: cents(9_200), points: 0 }))

function openCheckout() {
  const queryClient = new QueryClient()
  const { result } = renderHook(() => useOrder(onOrdered), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })
  const press = (...orders: (typeof order)[]) => act(() => orders.forEach((each) => result.current.order(each)))
  return { result, press }
}

const order = {
  userPaymentInfoDto: { firstName: 'Ada', lastName: 'Guest', address: 'Ringstraße 1' },
  paymentType: 'VISA' as const,
  ticketIds: [1, 2],
  merchandiseIds: [],
  expectedTotal: 9_100,
  expectedPoints: 0,
}

test('sends one order on a double click and opens the invoice', async () => {
  answers = [bought]
  const { press } = openCheckout()
  press(order, order, order)
  await waitFor(() => expect(onOrdered).toHaveBeenCalledWith({ id: 7 }))
  expect(sent).toHaveLength(1)
  expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
})

test('repeats an order of unknown outcome with the same key', async () => {
  const { result, press } = openCheckout()
  press(order)
  await waitFor(() => expect(result.current.askAgain).toBeDefined())
  answers = [bought]
  act(() => result.current.askAgain?.())
  await waitFor(() => expect(onOrdered).toHaveBeenCalled())
  expect(sent[1]).toEqual(sent[0])
})

test('keeps the key for the same selection after no answer, and creates one for another', async () => {
  const { result, press } = openCheckout()
  press(order)
  await waitFor(() => expect(result.current.isPending).toBe(false))
  press(order)
  await waitFor(() => expect(result.current.isPending).toBe(false))
  press({ ...order, ticketIds: [1] })
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(sent[1]?.key).toBe(sent[0]?.key)
  expect(sent[2]?.key).not.toBe(sent[0]?.key)
})

test('treats a refusal as a known outcome', async () => {
  answers = [refused]
  const { result, press } = openCheckout()
  press(order)
  await waitFor(() => expect(sent).toHaveLength(1))
  await waitFor(() => expect(result.current.isPending).toBe(false))
  expect(result.current.askAgain).toBeUndefined()
  expect(onOrdered).not.toHaveBeenCalled()
})
