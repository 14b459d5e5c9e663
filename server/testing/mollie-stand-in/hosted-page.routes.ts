import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escaped, euroText, hostedPage } from '../stand-in/hosted-page.ts'
import { type Books, findPayment, leave, type Payment, pay } from './books.ts'
import { centsOf } from './notation.ts'

/** Serves the page on which customers pay, at the address that `_links.checkout` of a payment names. */
export function serveHostedPage(app: FastifyInstance, books: Books): void {
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id
  const methodOf = ({ body }: FastifyRequest) =>
    new URLSearchParams(typeof body === 'string' ? body : '').get('method') ?? undefined

  /** Shows the page, or sends a customer who is done back to the shop. */
  const show = (reply: FastifyReply, payment: Payment) =>
    payment.status === 'open'
      ? reply.header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-store').send(page(payment))
      : reply.redirect(payment.redirectUrl, 303)

  app.get('/checkout/:id', (request, reply) => show(reply, findPayment(books, idOf(request))))
  app.post('/checkout/:id/pay', (request, reply) => {
    pay(books, idOf(request), { method: methodOf(request) })
    return show(reply, findPayment(books, idOf(request)))
  })
  app.post('/checkout/:id/decline', (request, reply) => {
    leave(books, idOf(request), 'failed')
    return show(reply, findPayment(books, idOf(request)))
  })
  app.post('/checkout/:id/leave', (request, reply) => {
    leave(books, idOf(request), 'canceled')
    return show(reply, findPayment(books, idOf(request)))
  })
}

function page({ id, amount, description, offered }: Payment): string {
  const methods = offered.map((method) => `<option>${escaped(method)}</option>`).join('')
  return hostedPage(
    'Mollie',
    'Pay',
    `<p class="amount">${euroText(centsOf(amount))}</p>
    <p>${escaped(description)}</p>
    <form method="post" action="/checkout/${id}/pay">
      <label>Payment method <select name="method">${methods}</select></label>
      <button>Pay</button>
      <button class="quiet" formaction="/checkout/${id}/decline">Decline</button>
      <button class="quiet" formaction="/checkout/${id}/leave">Leave</button>
    </form>`,
  )
}
