import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { givenInvoice, givenPaged } from '#client/testing/sample-data.ts'
import { closeShop, openShop } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

const refund = { ...givenInvoice, invoiceType: 'CANCEL', paymentType: null, cancelsInvoiceNumber: '2099-000007' }

test('shows the thanks, the explanation of points and the advice to save', async () => {
  await openShop('/invoice/8', { role: 'USER', answers: { 'GET /invoices/8': givenInvoice } })
  expect(await screen.findByText('Thank you for your purchase!')).toBeTruthy()
  const explained = screen.getByText(/points equal to its price in euro, full points only/).textContent
  expect(explained).toContain('redeem points for merchandise')
  expect(explained).toContain('after the reservation and cancellation deadline has passed')
  expect(screen.getByText('Be sure to save your invoice.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Download Invoice' })).toBeTruthy()
})

test('shows a refund invoice as such', async () => {
  await openShop('/invoice/8', { role: 'USER', answers: { 'GET /invoices/8': refund } })
  const text = 'Your cancellation is being processed, please save your refund invoice!'
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Download Refund Invoice' })).toBeTruthy()
  expect(screen.queryByText('Be sure to save your invoice.')).toBeNull()
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
