import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { givenInvoice, givenPaged } from '#client/testing/sample-data.ts'
import { closeShop, openShop } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

const refund = { ...givenInvoice, invoiceType: 'CANCEL', paymentType: null, cancelsInvoiceNumber: '2099-000007' }

test('shows the thanks, the explanation of points and the advice to save', async () => {
  await openShop('/invoice/8', { role: 'USER', answers: { 'GET /invoices/8': givenInvoice } })
  expect(await screen.findByText('Thank you for your purchase! You also get a confirmation by email.')).toBeTruthy()
  const explained = screen.getByText(/points equal to its price in euro, full points only/).textContent
  expect(explained).toContain('redeem points for merchandise')
  expect(explained).toContain('after the reservation and cancellation deadline has passed')
  expect(screen.getByText('Be sure to save your invoice.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Download Invoice' })).toBeTruthy()
})

test('says where tickets and merchandise are, and how many points the purchase earns', async () => {
  const [ticket] = givenInvoice.items
  const mug = { ...ticket, name: 'Mug', quantity: 2, points: 12 }
  const answers = {
    'GET /invoices/8': { ...givenInvoice, validTickets: 1, hasMerchandise: false },
    'GET /invoices/9': { ...givenInvoice, items: [mug], validTickets: 0, hasMerchandise: true },
    'GET /invoices/10': { ...givenInvoice, items: [{ ...mug, usePoints: true }], hasMerchandise: true },
  }
  await openShop('/invoice/8', { role: 'USER', answers })
  expect(await screen.findByText(/^Show your tickets at the entrance, or pick them up/)).toBeTruthy()
  expect(screen.queryByText(/Merchandise is handed over/)).toBeNull()
  expect(screen.getByText('This purchase earns 45 points.')).toBeTruthy()

  closeShop()
  await openShop('/invoice/9', { role: 'USER', answers })
  expect(await screen.findByText(/^Merchandise is handed over at the box office/)).toBeTruthy()
  expect(screen.queryByText(/pick them up/)).toBeNull()
  expect(screen.getByText('This purchase earns 24 points.')).toBeTruthy()

  closeShop()
  await openShop('/invoice/10', { role: 'USER', answers })
  await screen.findByText(/^Merchandise is handed over/)
  expect(screen.queryByText(/^This purchase earns/)).toBeNull()
})

test('shows a refund invoice as such', async () => {
  await openShop('/invoice/8', { role: 'USER', answers: { 'GET /invoices/8': refund } })
  const text = 'Your cancellation is being processed, please save your refund invoice!'
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Download Refund Invoice' })).toBeTruthy()
  expect(screen.queryByText('Be sure to save your invoice.')).toBeNull()
})

test('names the cancelled show on both invoices, and asks nobody to pick up its tickets', async () => {
  const cancelledShows = [{ name: 'Premiere', eventTitle: 'Tosca', reason: 'The tenor is ill.' }]
  const [item] = givenInvoice.items
  const answers = {
    'GET /invoices/8': { ...givenInvoice, validTickets: 0, cancelledShows },
    'GET /invoices/9': { ...refund, items: [item, item], validTickets: 0, cancelledShows },
    'GET /invoices/10': { ...givenInvoice, validTickets: 1, cancelledShows },
  }
  await openShop('/invoice/8', { role: 'USER', answers })
  expect((await screen.findByText(/was cancelled/)).textContent).toBe(
    "Tosca – Premiere was cancelled. The tenor is ill. Its tickets are no longer valid. You'll get your money back; there is nothing you need to do.",
  )
  expect(screen.queryByText(/pick them up/)).toBeNull()

  closeShop()
  await openShop('/invoice/9', { role: 'USER', answers })
  expect(await screen.findByText(/^Tosca – Premiere was cancelled. The tenor is ill./)).toBeTruthy()
  expect(screen.getByText('It refunds 2 tickets of invoice 2099-000007.')).toBeTruthy()

  closeShop()
  await openShop('/invoice/10', { role: 'USER', answers })
  expect(await screen.findByText(/pick them up/)).toBeTruthy()
})

test('lists invoices with type, date, total and payment type', async () => {
  const page = givenPaged(givenInvoice, 2)
  const elements = [page.elements[0], { ...refund, id: 2, invoiceNumber: '2099-000009' }]
  await openShop('/user-invoices', { role: 'USER', answers: { 'GET /invoices': { total: 2, elements } } })
  await screen.findByText('2 results')
  const [purchase, cancelled] = within(screen.getByRole('list', { name: 'Your Invoices' })).getAllByRole('listitem')
  expect(purchase?.textContent).toBe('Purchase2099-0000082099/06/01 12:15Paid: 45.00 €VisaDownload')
  expect(cancelled?.textContent).toBe('Refund2099-0000092099/06/01 12:15Refunded: 45.00 €Download')
})

test('names the card that a provider charged, and never calls the payment simulated', async () => {
  const paidBy = 'Visa ending 4242'
  const answers = {
    'GET /invoices/8': { ...givenInvoice, paidBy },
    'GET /invoices/9': { ...refund, paidBy },
    'GET /invoices?': givenPaged({ ...givenInvoice, paidBy }, 1),
  }
  await openShop('/invoice/8', { role: 'USER', answers })
  expect((await screen.findByRole('region', { name: 'Items' })).textContent).toContain('Visa ending 4242')
  expect(screen.queryByText(/simulated/)).toBeNull()

  closeShop()
  await openShop('/invoice/9', { role: 'USER', answers })
  const returned = 'The money goes back the way you paid: Visa ending 4242. This usually takes 5 to 10 days.'
  expect(await screen.findByText(returned)).toBeTruthy()
  expect(screen.queryByText(/simulated/)).toBeNull()

  closeShop()
  const shortRefund = { ...refund, paidBy: 'Bank transfer', shortRefund: 4_000 }
  const short = { 'GET /invoices/9': shortRefund, 'GET /invoices?': givenPaged(shortRefund, 1) }
  await openShop('/invoice/9', { role: 'USER', answers: short })
  expect(
    await screen.findByText(/^Less money came than the order cost, so 40.00 € goes back .*Bank transfer/),
  ).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Items' }).textContent).toContain('Goes back40.00 €')

  closeShop()
  const takenBack = { ...refund, paidBy: 'Visa ending 4242', shortRefund: 0, takenBack: 4_500 }
  await openShop('/invoice/9', { role: 'USER', answers: { 'GET /invoices/9': takenBack } })
  expect(
    await screen.findByText(/^Your bank took back 45.00 € of this payment, so no money goes back for refund invoice/),
  ).toBeTruthy()

  closeShop()
  await openShop('/user-invoices', { role: 'USER', answers: short })
  expect((await screen.findByRole('list', { name: 'Your Invoices' })).textContent).toMatch(/Refunded: 40.00 € of \d/)

  closeShop()
  await openShop('/user-invoices', { role: 'USER', answers })
  expect((await screen.findByRole('list', { name: 'Your Invoices' })).textContent).toContain('Visa ending 4242')

  closeShop()
  await openShop('/invoice/8', { role: 'USER', answers: { 'GET /invoices/8': givenInvoice } })
  expect(await screen.findByText(/this payment was simulated/)).toBeTruthy()
})
