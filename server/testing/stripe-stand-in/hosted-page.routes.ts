import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Stripe } from 'stripe'
import type { Books } from './books.ts'
import { readForm } from './form.ts'
import { bankPage, endPage, payPage } from './hosted-page.ts'
import { beginBankCheck, decline, findSession, intentOf, pay } from './sessions.ts'

const LONGEST_CHECK_SECONDS = 600

/** Serves the page on which customers pay, at the address that `url` of a session names. */
export function serveHostedPage(app: FastifyInstance, books: Books): void {
  const sessionOf = (request: FastifyRequest) => findSession(books, (request.params as { id: string }).id)
  const formOf = (request: FastifyRequest) => {
    const { method, seconds } = readForm(typeof request.body === 'string' ? request.body : '')
    const wanted = Number(seconds)
    return {
      method: typeof method === 'string' ? method : 'card',
      seconds: Math.min(Math.max(Number.isFinite(wanted) ? wanted : 5, 0), LONGEST_CHECK_SECONDS),
    }
  }

  app.get('/c/pay/:id', (request, reply) => show(reply, sessionOf(request)))
  app.post('/c/pay/:id/pay', (request, reply) => {
    const session = sessionOf(request)
    pay(books, session.id, { method: formOf(request).method })
    return show(reply, session)
  })
  app.post('/c/pay/:id/decline', (request, reply) => {
    const session = sessionOf(request)
    decline(books, session.id, formOf(request).method)
    return show(reply, session)
  })
  app.post('/c/pay/:id/check', (request, reply) => {
    const session = sessionOf(request)
    const { method, seconds } = formOf(request)
    if (beginBankCheck(books, session.id)) {
      setTimeout(() => pay(books, session.id, { method }), seconds * 1_000).unref()
    }
    return show(reply, session)
  })

  /** Shows the page, or sends a customer who is done back to the shop. */
  function show(reply: FastifyReply, session: Stripe.Checkout.Session): FastifyReply {
    if (session.status === 'complete') {
      return reply.redirect((session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id), 303)
    }
    const intent = intentOf(books, session)
    const html =
      session.status === 'expired'
        ? endPage()
        : intent?.status === 'requires_action'
          ? bankPage(session)
          : payPage(session, intent?.last_payment_error?.message)
    return reply.header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-store').send(html)
  }
}
